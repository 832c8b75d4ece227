// SPDX-License-Identifier: Apache-2.0

package import PassBuild
package import PassPush

/// What a service is started with.
package struct ServiceSettings: Sendable {
  /// A place to listen at.
  package enum Listener: Hashable, Sendable, CustomStringConvertible {
    /// A host and a port; 0 for any that is free.
    case address(host: String, port: Int)
    /// A Unix socket of mode 0600.
    case socket(path: String)

    /// Reads `HOST:PORT`, `[::1]:PORT` or `unix:PATH`; nil for anything else.
    package init?(_ text: String) {
      if text.hasPrefix("unix:") {
        let path = String(text.dropFirst(5))
        // What fits into the system's address of a socket.
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

    /// As it is written on a command line.
    package var description: String {
      switch self {
      case .address(let host, let port):
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
      case .socket(let path): "unix:\(path)"
      }
    }

    /// Whether nobody from outside this machine gets there.
    package var isLocal: Bool {
      switch self {
      case .socket: true
      case .address(let host, _): NetworkAddress.isThisMachine(host)
      }
    }
  }

  /// Whether other instances use the database too.
  package var isShared = false
  /// The ledgers whose passes are served.
  package var ledgers: [String] = []
  /// Makes the passes of rows that are put; nil where none are taken.
  package var press: RowPress?
  /// The table whose passes are made when somebody asks, with `press`; nil where there is none.
  package var table: DataChoice?
  /// What links are sealed with, and the address they begin with; nil where none are answered.
  package var links: Links?
  /// Whether a sign-up without a token is taken; one with a wrong token never is.
  package var signsUpWithoutToken = false
  /// Where devices are answered.
  package var listener: Listener
  /// Where operators are answered; nil for nowhere.
  package var operators: Listener?
  /// Who may ask there, where it is not a socket.
  package var operatorsToken: [UInt8]?
  /// Where health and measures are answered without a token; nil for nowhere.
  package var probes: Listener?
  /// Sends pushes; nil where nobody is pushed.
  package var pusher: Pusher?
  /// When the pass certificate ends, in seconds since 1970, where it neither signs nor pushes; nil where
  /// none was named.
  package var certificateEnd: Int64?
  /// Reads pass identity and push key again; nil where none were named.
  package var renewal: Renewal?
  /// Certificate chain and key of the server, in PEM files; nil for plain HTTP behind a proxy.
  package var tls: (certificate: String, key: String)?
  /// The proxies whose word about who a request is from counts.
  package var trustedProxies: [NetworkRange] = []
  /// How long things are kept.
  package var retention = Retention()
  /// How long clients may do nothing.
  var patience = ConnectionPatience.Limits()
  /// Log lines as JSON.
  package var logsJSON = false
  /// Tells the time, in seconds since 1970.
  package var clock: @Sendable () -> Int64

  /// How links are read, and what they begin with.
  package struct Links: Sendable {
    /// The keys, as they are at the start.
    package let keys: LinkKeys
    /// The file the keys are read from again.
    package let file: String
    /// The address links begin with.
    package let address: PublicAddress

    /// Keys of a file.
    ///
    /// - Throws: `FileError`, `LinkKeys.Invalid`.
    package init(file: String, address: PublicAddress) throws {
      keys = try LinkKeys(file: file)
      self.file = file
      self.address = address
    }
  }

  /// Who pushes.
  package struct Pusher: Sendable {
    /// Sends them.
    package let sender: any PushSending
    /// The only pass type the certificate can push for; nil where a key pushes for a whole team.
    package let topic: String?

    /// Whether pushes that would come too often for a device are held back.
    package let isPaced: Bool
    /// The sender, where it may get another certificate or key.
    package let renewable: CurrentSender?
    /// When the pass certificate ends, in seconds since 1970; nil where it is not known.
    package let certificateEnd: Int64?

    /// Somebody who pushes.
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

  /// How pass identity and push key are read again while the service runs.
  package struct Renewal: Sendable {
    /// What was read cannot be used, in a sentence.
    package struct Unfit: Error, Sendable, CustomStringConvertible {
      /// What is wrong with it.
      package let description: String

      /// A reason in words.
      package init(description: String) { self.description = description }
    }

    /// The pass identity as it is on the disk.
    package let identity: @Sendable () throws -> Identity
    /// Who pushes with it, the push key read again; nil where nobody is pushed.
    package let credential: (@Sendable (Identity) throws -> PushCredential)?
    /// An error of these in words.
    package let words: @Sendable (any Error) -> String

    /// Ways to read them.
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

  /// A service that listens and serves nothing yet.
  package init(listener: Listener, clock: @escaping @Sendable () -> Int64) {
    self.listener = listener
    self.clock = clock
  }
}
