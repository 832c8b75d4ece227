// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PassBasics
import ServiceLifecycle

/// An address or socket at which the service cannot listen.
package struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Purpose: Hashable, Sendable { case devices, operators, probes }

  package let purpose: Purpose
  /// The address or socket as on the command line.
  package let address: String
  package let reason: String
  /// Advice, or nil if there is none.
  package let help: String?

  package var description: String { "cannot listen on \(address): \(reason)" }

  /// Creates it from an error of a listener. Returns nil for an unrelated error.
  init?(_ error: any Error, _ purpose: Purpose, _ listener: ServiceSettings.Listener) {
    switch error {
    case let error as IOError:
      reason = FileError.message(for: error.errnoCode)
      help = Self.help(for: error.errnoCode, listener)
    case is SocketAddressError.UnknownHost:
      reason = "unknown host"
      help = "use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all"
    default: return nil
    }
    self.purpose = purpose
    address = listener.description
  }

  private static func help(for number: Int32, _ listener: ServiceSettings.Listener) -> String? {
    switch (number, listener) {
    case (EADDRINUSE, .address):
      "end the program that listens there, or use another port (0 for a free one)"
    case (EADDRNOTAVAIL, .address):
      "use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all"
    case (EACCES, .address):
      "use a port from 1024 on, and a proxy in front of it"
    case (ENOENT, .socket): "create the directory of the socket"
    default: nil
    }
  }
}

/// A listener whose errors name its address.
struct ListeningService: Service {
  let base: any Service
  let purpose: ListenError.Purpose
  let listener: ServiceSettings.Listener

  func run() async throws {
    do {
      try await base.run()
    } catch {
      if let fault = ListenError(error, purpose, listener) { throw fault }
      throw error
    }
  }
}
