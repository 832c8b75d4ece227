// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// The options of `passc rehearse`.
package struct RehearsalOptions: Sendable {
  /// `--at`: the address that replaces the one in the passes.
  package var address: String?
  package var devices: [Phone.Kind] = [.phone, .watch]
  /// `--live`: allows services on other machines.
  package var isLive = false
  /// Trusted authorities for TLS and for bundles, in addition to those of the system and Apple's.
  package var trust: [Certificate] = []
  /// Changes one of the passes each time it is called. Nil skips the checks of updates and pushes.
  package var change: (@Sendable () async throws -> Void)?
  /// The simulated push service that gets the pushes of the service. Nil skips the checks of pushes.
  package var pushes: PushSimulator?
  /// Whether the test signs up with a pass, which replaces the data of its customer. Nil allows
  /// this only for a service on this machine.
  package var personalizes: Bool?
  /// How long a change may take to be visible after its command has ended, in milliseconds.
  package var changeWait: Int64 = 5_000
  /// How long a push may take after a change, in milliseconds.
  package var pushWait: Int64 = 10_000
  /// Maximum time without a byte of a response, in seconds.
  package var timeout = 30

  package init() {}
}

/// The reason why a test could not start.
package enum RehearsalError: Error, Sendable, CustomStringConvertible {
  case noService(pass: String)
  /// The address is not an http or https URL.
  case badAddress(String)
  /// The service is on another machine, and `--live` is missing.
  case notLive(String)
  case unreachable(String, String)
  /// The command of `--change` changed none of the passes.
  case changedNothing
  /// A phone cannot request a pass without an authentication token.
  case noToken(pass: String)

  package var description: String {
    switch self {
    case .noService(let pass): "\(pass) has no webServiceURL"
    case .badAddress(let text): "\(text) is not an http or https address"
    case .notLive(let address):
      "\(address) is not on this machine: passc rehearse registers simulated devices and sends "
        + "invalid requests"
    case .unreachable(let address, let reason): "cannot connect to \(address): \(reason)"
    case .changedNothing: "the command of --change changed none of the passes"
    case .noToken(let pass): "\(pass) has no authenticationToken"
    }
  }

  /// What to do about the error.
  package var help: String {
    switch self {
    case .noService: "give the address of the service with --at"
    case .badAddress: "write https://HOST/PATH, without v1"
    case .notLive: "add --live if the service is yours; passc unregisters its devices at the end"
    case .unreachable: "start the service, or give its address with --at"
    case .changedNothing:
      "give a command that makes a new change to one of the passes each time it runs"
    case .noToken: "give a pass that the service returned"
    }
  }
}

/// The result of a test.
package struct RehearsalResult: Sendable {
  /// Findings, each with the index of its pass.
  package var found: [RehearsalLog.Complaint]
  package var timeline: [TimelineEntry]
  /// What could not be checked, with the reason.
  package var notChecked: [String]
  package var wasInterrupted = false
  /// The error that ended the test early, such as one of the command of `--change`.
  package var failure: (any Error)?
}
