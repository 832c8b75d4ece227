// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// What a rehearsal goes by.
package struct RehearsalOptions: Sendable {
  /// `--at`: the address in place of the passes' own.
  package var address: String?
  /// Which devices take part.
  package var devices: [Phone.Kind] = [.phone, .watch]
  /// `--live`: other machines may be asked too.
  package var isLive = false
  /// Authorities beside the system's and Apple's, for TLS and for bundles.
  package var trust: [Certificate] = []
  /// Changes one of the passes each time it is called; nil where nothing is to change.
  package var change: (@Sendable () async throws -> Void)?
  /// The push service that the service was pointed at; nil where pushes cannot be seen.
  package var pushes: PushStandIn?
  /// Whether a sign-up pass is signed up for, which replaces what its holder gave; nil does it on
  /// this machine alone.
  package var personalizes: Bool?
  /// How long a change may take to show once its command has ended, in milliseconds.
  package var changeWait: Int64 = 5_000
  /// How long a push may take after a change, in milliseconds.
  package var pushWait: Int64 = 10_000
  /// How long an answer may take, in seconds.
  package var timeout = 30

  /// What holds where the command line says nothing.
  package init() {}
}

/// Why a rehearsal could not take place.
package enum RehearsalError: Error, Sendable, CustomStringConvertible {
  /// A pass names no web service, and `--at` gives none.
  case noService(pass: String)
  /// An address that is no URL of a web service.
  case badAddress(String)
  /// The service is on another machine, and nobody said that this may be.
  case notLive(String)
  /// The service cannot be reached.
  case unreachable(String, String)
  /// A pass has no token, so a phone could not ask for it.
  case noToken(pass: String)

  package var description: String {
    switch self {
    case .noService(let pass): "\(pass) has no webServiceURL"
    case .badAddress(let text): "\(text) is not an http or https address"
    case .notLive(let address):
      "\(address) is not on this machine: passc rehearse registers simulated devices and sends "
        + "invalid requests"
    case .unreachable(let address, let reason): "cannot connect to \(address): \(reason)"
    case .noToken(let pass): "\(pass) has no authenticationToken"
    }
  }

  /// What to do about it.
  package var help: String {
    switch self {
    case .noService: "give the address of the service with --at"
    case .badAddress: "write https://HOST/PATH, without v1"
    case .notLive: "add --live if the service is yours; passc unregisters its devices at the end"
    case .unreachable: "start the service, or give its address with --at"
    case .noToken: "give a pass that the service returned"
    }
  }
}

/// What came of a rehearsal.
package struct RehearsalResult: Sendable {
  /// What was found of each pass, by its position.
  package var found: [RehearsalLog.Complaint]
  /// What happened, in order.
  package var timeline: [TimelineEntry]
  /// What could not be judged, and why.
  package var notJudged: [String]
  /// Whether it was ended before its end.
  package var wasInterrupted = false
  /// What ended it before its end: what the command of a change threw.
  package var failure: (any Error)?
}
