// SPDX-License-Identifier: Apache-2.0

package import PassBuild
package import PassPush

/// The settings of a service.
package struct ServiceSettings: Sendable {
  /// An address or Unix socket to listen at.
  package enum Listener: Hashable, Sendable, CustomStringConvertible {
    /// A host and a port. Port 0 is any free port.
    case address(host: String, port: Int)
    /// A Unix socket of mode 0600.
    case socket(path: String)

    /// Parses `HOST:PORT`, `[::1]:PORT` or `unix:PATH`. Returns nil for anything else.
    package init?(_ text: String) {
      if text.hasPrefix("unix:") {
        let path = String(text.dropFirst(5))
        // `sun_path` has 104 bytes on macOS (108 on Linux) with its NUL.
        guard !path.isEmpty, path.utf8.count < 104, !path.utf8.contains(0) else { return nil }
        self = .socket(path: path)
        return
      }
      guard let colon = text.lastIndex(of: ":"),
        let port = UInt16(text[text.index(after: colon)...])
      else { return nil }
      var host = String(text[..<colon])
      if host.hasPrefix("["), host.hasSuffix("]") {
        host = String(host.dropFirst().dropLast())
      } else if host.contains(":") {
        return nil
      }
      guard !host.isEmpty else { return nil }
      self = .address(host: host, port: Int(port))
    }

    /// The form of the command line.
    package var description: String {
      switch self {
      case .address(let host, let port):
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
      case .socket(let path): "unix:\(path)"
      }
    }

    /// Whether only this machine can connect to it.
    package var isLocal: Bool {
      switch self {
      case .socket: true
      case .address(let host, _): NetworkAddress.isThisMachine(host)
      }
    }
  }

  /// Whether other instances may use the same database.
  package var isShared = false
  package var ledgers: [String] = []
  /// Makes passes of API rows and of the table. Nil if the service makes none.
  package var recipe: RowRecipe?
  /// The table. Its passes are made by `press` on request. Nil without a table.
  package var table: DataChoice?
  /// Keys and address of links. Nil without links.
  package var links: Links?
  /// Whether to accept a personalization without an authentication token. One with a wrong token is
  /// always rejected.
  package var signsUpWithoutToken = false
  /// Listener for devices.
  package var listener: Listener
  /// Listener of the admin API. Nil for none.
  package var operators: Listener?
  /// Token of the admin API, if it is not a socket.
  package var operatorsToken: [UInt8]?
  /// Listener for health checks and metrics without a token. Nil for none.
  package var probes: Listener?
  /// Sends pushes. Nil without pushes.
  package var pusher: Pusher?
  /// Time when the signing certificate expires, in seconds since 1970, if it is used neither for
  /// signing nor for pushes. Nil without a certificate.
  package var certificateEnd: Int64?
  /// Reads signing identity and push key again. Nil without an identity.
  package var renewal: Renewal?
  /// PEM files with the certificate chain and key of the server. Nil for plain HTTP behind a proxy.
  package var tls: (certificate: String, key: String)?
  /// Proxies whose `X-Forwarded-For` is trusted.
  package var trustedProxies: [NetworkRange] = []
  package var retention = Retention()
  var patience = ConnectionPatience.Limits()
  package var logsJSON = false
  /// Returns seconds since 1970. Tests replace it.
  package var clock: @Sendable () -> Int64

  /// Keys and address of links.
  package struct Links: Sendable {
    /// The keys at the start. SIGHUP reads them again.
    package let keys: LinkKeys
    package let file: String
    package let address: PublicAddress

    /// Reads the keys from a file.
    ///
    /// - Throws: `FileError`, `LinkKeys.LinkKeyError`.
    package init(file: String, address: PublicAddress) throws {
      keys = try LinkKeys(file: file)
      self.file = file
      self.address = address
    }
  }

  /// Settings for pushes.
  package struct Pusher: Sendable {
    package let sender: any PushSending
    /// The only topic of the certificate. Nil with a push key, which works for every pass type
    /// identifier of the team.
    package let topic: String?

    /// Whether pushes that are too frequent for a device are held back.
    package let isPaced: Bool
    /// The sender, if its certificate or key can be replaced.
    package let renewable: CurrentSender?
    /// Time when the signing certificate expires, in seconds since 1970. Nil if it is unknown.
    package let certificateEnd: Int64?

    package init(
      sender: any PushSending, topic: String?, isPaced: Bool, certificateEnd: Int64? = nil
    ) {
      self.certificateEnd = certificateEnd
      self.sender = sender
      renewable = sender as? CurrentSender
      self.topic = topic
      self.isPaced = isPaced
    }
  }

  /// Functions that read signing identity and push key again while the service runs.
  package struct Renewal: Sendable {
    /// The reason why an identity cannot be used.
    package struct RenewalError: Error, Sendable, CustomStringConvertible {
      package let description: String

      package init(description: String) { self.description = description }
    }

    /// Reads the signing identity from the disk.
    package let identity: @Sendable () throws -> Identity
    /// Returns the credential for pushes and reads the push key again. Nil without pushes.
    package let credential: (@Sendable (Identity) throws -> PushCredential)?
    /// Returns an error of these functions as a sentence.
    package let words: @Sendable (any Error) -> String

    package init(
      identity: @escaping @Sendable () throws -> Identity,
      credential: (@Sendable (Identity) throws -> PushCredential)?,
      words: @escaping @Sendable (any Error) -> String
    ) {
      self.identity = identity
      self.credential = credential
      self.words = words
    }
  }

  /// Creates settings with a listener and no passes.
  package init(listener: Listener, clock: @escaping @Sendable () -> Int64) {
    self.listener = listener
    self.clock = clock
  }
}
