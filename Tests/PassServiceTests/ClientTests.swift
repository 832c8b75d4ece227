// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore
import NIOEmbedded
import PassUpdates
import Synchronization
import Testing

@testable import PassRegistry
@testable import PassService

/// Tests of the client address of a request, and of the limits per client.
struct ClientTests {
  private static func address(_ text: String) throws -> NetworkAddress {
    try #require(NetworkAddress(text), "\(text)")
  }

  @Test func readsAddressesAndRanges() throws {
    for text in ["", "a", "1.2.3", "1.2.3.4.5", "1.2.3.4/8", "::g", "localhost", " 1.2.3.4"] {
      #expect(NetworkAddress(text) == nil, "\(text)")
    }
    for text in [
      "", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "::/129", "a/8", "/8",
    ] {
      #expect(NetworkRange(text) == nil, "\(text)")
    }
    #expect(try Self.address("::ffff:10.1.2.3") == Self.address("10.1.2.3"))
    for (range, address, isIn) in [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
      ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.1.2.4", false),
      ("192.0.2.128/25", "192.0.2.200", true), ("192.0.2.128/25", "192.0.2.100", false),
      ("0.0.0.0/0", "203.0.113.1", true), ("0.0.0.0/0", "2001:db8::1", false),
      ("fd00::/8", "fd12:3456::1", true), ("fd00::/8", "fe00::1", false),
      ("10.0.0.0/8", "::ffff:10.0.0.1", true),
    ] {
      let found = try #require(NetworkRange(range)).contains(try Self.address(address))
      #expect(found == isIn, "\(range) \(address)")
    }
  }

  private static func client(
    _ peer: String, _ forwarded: [String], _ proxies: [String]
  ) throws -> NetworkAddress {
    ClientFinder(proxies: try proxies.map { try #require(NetworkRange($0)) })
      .client(try address(peer), forwarded: forwarded)
  }

  @Test func believesTrustedProxiesAlone() throws {
    let stranger = "203.0.113.7"
    for (peer, forwarded, proxies, expected) in [
      // Without trusted proxies, forwarding headers are ignored.
      (stranger, ["198.51.100.1"], [], stranger),
      ("127.0.0.1", ["198.51.100.1"], [], "127.0.0.1"),
      ("127.0.0.1", [stranger], ["127.0.0.1"], stranger),
      // The last address before the trusted proxies counts. The client can forge those before it.
      ("127.0.0.1", ["198.51.100.1, \(stranger)"], ["127.0.0.1"], stranger),
      ("127.0.0.1", ["198.51.100.1", stranger], ["127.0.0.1"], stranger),
      ("10.0.0.9", ["\(stranger), 10.0.0.8"], ["10.0.0.0/8"], stranger),
      ("10.0.0.9", ["10.0.0.7, 10.0.0.8"], ["10.0.0.0/8"], "10.0.0.7"),
      // A client that is not a proxy cannot claim another address.
      (stranger, ["10.0.0.1"], ["10.0.0.0/8"], stranger),
      ("127.0.0.1", ["garbage"], ["127.0.0.1"], "127.0.0.1"),
      ("127.0.0.1", ["\(stranger), <b>"], ["127.0.0.1"], "127.0.0.1"),
      ("127.0.0.1", [""], ["127.0.0.1"], "127.0.0.1"),
      ("127.0.0.1", ["\(stranger):4711"], ["127.0.0.1"], stranger),
      ("127.0.0.1", ["[2001:db8::7]:4711"], ["127.0.0.1"], "2001:db8::7"),
      ("127.0.0.1", ["\"[2001:db8::7]\""], ["127.0.0.1"], "2001:db8::7"),
    ] {
      let found = try Self.client(peer, forwarded, proxies)
      #expect(found == (try Self.address(expected)), "\(peer) \(forwarded) \(proxies)")
    }
  }

  @Test func showsNetworksInPlaceOfAddresses() throws {
    #expect(try Self.address("203.0.113.7").network == "203.0.113.0/24")
    #expect(try Self.address("2001:db8:12:34::7").network == "2001:db8:12::/48")
  }

  /// A log handler that keeps the lines.
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private struct Handler: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) {
      lines.all.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
  }

  @Test func boundsMessagesOfOneClient() throws {
    let time = Mutex<Int64>(0)
    let watch = ClientWatch(
      Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, seconds: { time.withLock { $0 } })
    let one = try Self.address("203.0.113.7")
    let other = try Self.address("203.0.113.8")
    #expect(watch.mayKeep(900, of: one) == 900)
    #expect(watch.mayKeep(200, of: one) == 100)
    #expect(watch.mayKeep(200, of: one) == 0)
    #expect(watch.mayKeep(200, of: other) == 200)
    time.withLock { $0 = 60 }
    #expect(watch.mayKeep(200, of: one) == 100)
    time.withLock { $0 = 86_400 }
    #expect(watch.mayKeep(5_000, of: one) == 1_000)
    // A household has one IPv6 network, so all its addresses share a limit.
    #expect(watch.mayKeep(1_000, of: try Self.address("2001:db8::1")) == 1_000)
    #expect(watch.mayKeep(1_000, of: try Self.address("2001:db8::2")) == 0)
  }

  @Test func boundsMessagesOfThoseItCannotTellApart() throws {
    let time = Mutex<Int64>(0)
    let watch = ClientWatch(
      Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, seconds: { time.withLock { $0 } })
    #expect(watch.mayKeep(9_900, of: nil) == 9_900)
    #expect(watch.mayKeep(200, of: nil) == 100)
    #expect(watch.mayKeep(200, of: nil) == 0)
    // A client with a known address has a separate limit.
    #expect(watch.mayKeep(200, of: try Self.address("203.0.113.7")) == 200)
    time.withLock { $0 = 60 }
    #expect(watch.mayKeep(5_000, of: nil) == 1_000)
    time.withLock { $0 = 86_400 }
    #expect(watch.mayKeep(50_000, of: nil) == 10_000)
  }

  @Test func forgetsClientsWhenThereAreTooMany() throws {
    let watch = ClientWatch(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, seconds: { 5 })
    for number in 0..<25_000 {
      let address = NetworkAddress(bytes: [10, 0, UInt8(number >> 8), UInt8(number & 255)])
      #expect(watch.mayKeep(1, of: address) == 1)
    }
    #expect(watch.count <= 10_001)
  }

  // MARK: Connections

  private static func connection(
    _ bound: ConnectionBound, _ address: String
  ) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel(handler: ConnectionGate(bound))
    let peer = try SocketAddress(ipAddress: address, port: 4_711)
    channel.remoteAddress = peer
    try channel.connect(to: peer).wait()
    channel.embeddedEventLoop.run()
    return channel
  }

  @Test func closesConnectionsOfAClientThatHasTooMany() throws {
    let metrics = ServiceMetrics()
    let finder = ClientFinder(proxies: [try #require(NetworkRange("10.0.0.0/8"))])
    let bound = ConnectionBound(metrics) { finder.mayStandForMany($0) }
    var open: [EmbeddedChannel] = []
    for _ in 0..<1_000 { open.append(try Self.connection(bound, "203.0.113.7")) }
    #expect(open.filter { !$0.isActive }.isEmpty)
    #expect(try !Self.connection(bound, "203.0.113.7").isActive)
    #expect(try !Self.connection(bound, "203.0.113.7").isActive)
    for other in ["203.0.113.8", "127.0.0.1", "::1", "10.1.2.3"] {
      for _ in 0..<3 { open.append(try Self.connection(bound, other)) }
    }
    #expect(open.filter { !$0.isActive }.isEmpty)
    let text = metrics.text(StoreCounts(), dropped: 0, gauges: [])
    #expect(text.contains("passc_refused_connections_total 2\n"), "\(text)")
    // A closed connection is no longer counted, and the gate has removed itself from the pipeline.
    _ = try open[0].finish()
    let next = try Self.connection(bound, "203.0.113.7")
    #expect(next.isActive)
    #expect(throws: ChannelPipelineError.notFound) {
      try next.pipeline.syncOperations.handler(type: ConnectionGate.self)
    }
    for channel in open.dropFirst() { _ = try channel.finish() }
    _ = try next.finish()
    #expect(bound.count == 0)
    // A household has one IPv6 network and one limit.
    let two = ConnectionBound(limit: 1, metrics) { _ in false }
    let first = try Self.connection(two, "2001:db8::1")
    #expect(try first.isActive && !Self.connection(two, "2001:db8::2").isActive)
  }

  // MARK: IPv6 networks

  @Test func manyHouseholdsOfOneSiteShareALargerLimit() throws {
    let watch = ClientWatch(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, seconds: { 5 })
    var kept = 0
    for number in 0..<200 {
      let address = try Self.address("2001:db8:12:\(String(number, radix: 16))::1")
      kept += watch.mayKeep(100, of: address)
    }
    #expect(kept == 4_000)
    #expect(!watch.mayWrite(1, try Self.address("2001:db8:12:ffff::1")))
    #expect(watch.mayKeep(2_000, of: try Self.address("2001:db8:13::1")) == 1_000)
    // When the service forgets old households, the limit of the site is not reset.
    for number in 0..<12_000 {
      let address = try Self.address("2001:db8:12:\(String(number + 4_096, radix: 16))::1")
      kept += watch.mayKeep(1, of: address)
    }
    #expect(kept == 4_000)
  }

  @Test func connectionsOfManyHouseholdsOfOneSiteAreBound() throws {
    let bound = ConnectionBound(limit: 3, ServiceMetrics()) { _ in false }
    var open: [EmbeddedChannel] = []
    for number in 0..<20 {
      open.append(try Self.connection(bound, "2001:db8:12:\(String(number, radix: 16))::1"))
    }
    #expect(open.map(\.isActive) == (0..<20).map { $0 < 12 })
    #expect(try Self.connection(bound, "2001:db8:13::1").isActive)
    _ = try open[0].finish()
    #expect(try Self.connection(bound, "2001:db8:12:77::1").isActive)
  }

  @Test func newRegistrationsOfOneClientHaveALimit() throws {
    let time = Mutex<Int64>(0)
    let watch = ClientWatch(
      Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, seconds: { time.withLock { $0 } })
    func pass(_ id: Int64) -> StoredPass {
      StoredPass(
        id: id, passType: "p", serial: "s", version: PassVersion(modified: 1),
        number: 1, digest: [], source: .row, isVoided: false, row: nil, deviceCount: 0)
    }
    let (one, other) = (try Self.address("203.0.113.7"), try Self.address("203.0.113.8"))
    for id in 0..<10_000 { #expect(watch.register(pass(Int64(id)), from: one) == 0) }
    #expect(watch.register(pass(20_000), from: one) == 1)
    #expect(watch.register(pass(20_000), from: other) == 0)
    #expect(watch.register(pass(20_000), from: nil) == 0)
    time.withLock { $0 = 60 }
    for id in 0..<1_000 { #expect(watch.register(pass(Int64(id)), from: one) == 0) }
    #expect(watch.register(pass(1), from: one) == 1)
  }

  @Test func tellsOfClientsWhoGuess() throws {
    let time = Mutex<Int64>(0)
    let lines = Lines()
    let watch = ClientWatch(
      Logger(label: "test") { _ in Handler(lines: lines) }, seconds: { time.withLock { $0 } })
    let one = try Self.address("203.0.113.7")
    for _ in 0..<99 { watch.rejected(one) }
    time.withLock { $0 = 61 }
    for _ in 0..<99 { watch.rejected(one) }
    #expect(lines.all.withLock { $0 }.isEmpty)
    for _ in 0..<500 { watch.rejected(one) }
    for _ in 0..<500 { watch.rejected(nil) }
    let said = lines.all.withLock { $0 }
    #expect(said.count == 1 && said[0].contains("203.0.113.0/24"), "\(said)")
    #expect(said.first?.contains("203.0.113.7") == false)
    time.withLock { $0 = 700 }
    for _ in 0..<100 { watch.rejected(one) }
    #expect(lines.all.withLock { $0.count } == 2)
  }
}
