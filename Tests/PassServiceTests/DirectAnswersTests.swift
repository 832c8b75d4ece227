// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOHTTP1
import PassBuild
import PassTesting
import Testing

@testable import PassService

/// Tests of reads and writes on a connection while its requests are being processed.
struct DirectAnswersTests {
  /// A handler that counts the reads that reach the socket.
  private final class ReadCount: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart
    var reads = 0

    func read(context: ChannelHandlerContext) {
      reads += 1
      context.read()
    }
  }

  private static func head(_ table: TableCase, _ serial: String) throws -> HTTPServerRequestPart {
    let token = try #require(table.current.tables.first).token(of: serial).text
    return .head(
      HTTPRequestHead(
        version: .http1_1, method: .GET, uri: "/v1/passes/\(TestCA.type)/\(serial)",
        headers: ["Authorization": "ApplePass \(token)"]))
  }

  private static func responder(_ table: TableCase) async throws -> DeviceResponder {
    try await table.source.importTable()
    let clock = table.clock
    return DeviceResponder(
      store: table.store, contents: ContentCache(buildQueue: table.desk), metrics: table.metrics,
      clock: { clock.now })
  }

  /// Expects the complete pass `serial` as the next response.
  private static func expectAnswer(_ serial: String, on channel: NIOAsyncTestingChannel)
    async throws
  {
    guard case .head(let head) = try await channel.waitForOutboundWrite(as: Part.self),
      case .body(.byteBuffer(let bundle)) = try await channel.waitForOutboundWrite(as: Part.self),
      case .end = try await channel.waitForOutboundWrite(as: Part.self)
    else {
      Issue.record("no whole answer")
      return
    }
    #expect(head.status == .ok)
    let text = try SignUpTests.files(Array(bundle.readableBytesView))["pass.json"] ?? ""
    #expect(text.contains("\"\(serial)\""))
  }

  @Test func readsOnceWhileACallIsAnsweredAndThenHoldsWhatComes() async throws {
    let table = try TableCase()
    let responder = try await Self.responder(table)
    let channel = NIOAsyncTestingChannel()
    let (first, second) = (try Self.head(table, "A"), try Self.head(table, "B"))
    // A response of a builder's thread arrives only after this block on the event loop.
    let reads = try await channel.testingEventLoop.executeInContext {
      let count = ReadCount()
      try channel.pipeline.syncOperations.addHandlers([count, DirectResponses(responder)])
      var reads: [Int] = []
      channel.pipeline.fireChannelRead(first)
      channel.pipeline.fireChannelRead(HTTPServerRequestPart.end(nil))
      for _ in 0..<2 {
        channel.pipeline.read()
        reads.append(count.reads)
      }
      channel.pipeline.fireChannelRead(second)
      channel.pipeline.fireChannelRead(HTTPServerRequestPart.end(nil))
      for _ in 0..<3 {
        channel.pipeline.read()
        reads.append(count.reads)
      }
      return reads
    }
    #expect(reads == [1, 2, 2, 2, 2])
    // Both responses arrive in order, and then the delayed read continues.
    for serial in ["A", "B"] { try await Self.expectAnswer(serial, on: channel) }
    try await channel.testingEventLoop.executeInContext {
      let count = try channel.pipeline.syncOperations.handler(type: ReadCount.self)
      #expect(count.reads == 3)
    }
    _ = try? await channel.finish()
  }

  @Test func answersNoCallThatItsPeerLeftBehind() async throws {
    let table = try TableCase()
    let responder = try await Self.responder(table)
    let channel = NIOAsyncTestingChannel()
    let (first, second) = (try Self.head(table, "A"), try Self.head(table, "B"))
    try await channel.testingEventLoop.executeInContext {
      try channel.pipeline.syncOperations.addHandler(DirectResponses(responder))
      for head in [first, second] {
        channel.pipeline.fireChannelRead(head)
        channel.pipeline.fireChannelRead(HTTPServerRequestPart.end(nil))
      }
      channel.pipeline.fireChannelInactive()
    }
    try await Self.expectAnswer("A", on: channel)
    // If the second request had been kept, its response would arrive before the third one.
    try await channel.testingEventLoop.executeInContext {
      channel.pipeline.fireChannelRead(first)
      channel.pipeline.fireChannelRead(HTTPServerRequestPart.end(nil))
    }
    try await Self.expectAnswer("A", on: channel)
    _ = try? await channel.finish()
  }

  private typealias Part = HTTPServerResponsePart
}
