// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import PassTesting
import Testing

@testable import PassService

/// Tests of the cipher suites that the service offers.
struct TLSSuiteTests {
  private static func openssl(
    _ arguments: [String], in folder: TemporaryFolder, input: String = ""
  ) throws -> Program.Outcome {
    try Program.run("/usr/bin/openssl", arguments, in: folder.path, input: Array(input.utf8))
  }

  @Test func offersNoSuiteWithoutForwardSecrecy() async throws {
    let folder = try TemporaryFolder()
    // With an RSA certificate, key exchange with and without forward secrecy is possible.
    let made = try Self.openssl(
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "chain.pem",
        "-subj", "/CN=localhost", "-days", "2",
      ], in: folder)
    try #require(made.status == 0, "\(made.errors)")
    let tls = try ServerTLS(certificate: folder("chain.pem"), key: folder("key.pem"))
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls.context))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    defer { server.close(promise: nil) }
    let port = try #require(server.localAddress?.port)
    let list = try Self.openssl(
      ["ciphers", "-v", "-tls1_2", "ALL:COMPLEMENTOFALL:@SECLEVEL=0"], in: folder)
    let suites = list.text.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }.filter { ["Kx=RSA", "Kx=ECDH", "Kx=DH"].contains($0[2]) }
    #expect(suites.contains { $0[2] == "Kx=RSA" })
    var taken: [String] = []
    for suite in suites {
      let call = try Self.openssl(
        [
          "s_client", "-connect", "127.0.0.1:\(port)", "-tls1_2", "-cipher",
          "\(suite[0]):@SECLEVEL=0",
        ], in: folder)
      if call.text.contains("Cipher is \(suite[0])\n") {
        #expect(suite[2] == "Kx=ECDH", "\(suite)")
        taken.append(suite[0])
      }
    }
    #expect(taken.contains("ECDHE-RSA-AES128-GCM-SHA256"), "\(taken)")
  }
}
