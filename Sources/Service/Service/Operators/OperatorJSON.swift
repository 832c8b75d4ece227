// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassRegistry
import PassReport
import PassUpdates

/// JSON lines of the admin API. The members are public and stay.
enum OperatorJSON {
  /// - Parameter refusals: the errors in the row of a pass that was made from its previous bundle
  ///   instead.
  static func pass(
    _ pass: StoredPass, epoch: String, personal: [UInt8]? = nil, refusals: [Diagnostic]? = nil
  ) -> String {
    line {
      $0.text("passType", pass.passType)
      $0.text("serial", pass.serial)
      $0.text("tag", "\(UpdateTag(epoch: epoch, number: pass.number))")
      $0.text("lastModified", pass.version.lastModified)
      $0.text("source", pass.source.name)
      $0.raw("voided", pass.isVoided ? "true" : "false")
      $0.raw("devices", "\(pass.deviceCount)")
      if let row = pass.row { $0.raw("row", row) }
      if let personal { $0.raw("personal", String(decoding: personal, as: UTF8.self)) }
      if let refusals {
        $0.text("madeFrom", "bundle")
        $0.raw("diagnostics", array(of: refusals))
      }
    }
  }

  static func registration(_ registration: PortableRegistration, place: Int64) -> String {
    line {
      $0.raw("place", "\(place)")
      $0.text("device", DeviceSecrets.shown(registration.device))
      $0.text("pushToken", DeviceSecrets.shown(registration.pushToken))
      $0.text("passType", registration.passType)
      $0.text("serial", registration.serial)
    }
  }

  /// Returns the result of one row.
  ///
  /// - Parameter message: the reason for the rejection, if there are no diagnostics.
  static func row(_ number: Int, _ outcome: RowQueue.Outcome, _ message: String?) -> String {
    line {
      $0.raw("line", "\(number)")
      switch outcome {
      case .voidedAsServed(let pass, _):
        $0.raw("status", "200")
        $0.text("serial", pass.serial)
      case .saved(let pass, let isNew):
        $0.raw("status", isNew ? "201" : "200")
        $0.text("serial", pass.serial)
      case .otherSource(let source):
        $0.raw("status", "409")
        $0.text("source", source.name)
        if let message { $0.text("message", message) }
      case .rejected(let diagnostics):
        $0.raw("status", "422")
        $0.raw("diagnostics", array(of: diagnostics))
      case .noRow, .otherVersion, .unknown:
        $0.raw("status", "400")
        if let message { $0.text("message", message) }
      }
    }
  }

  private static func array(of diagnostics: [Diagnostic]) -> String {
    "[" + diagnostics.map { JSONLinesWriter.line(of: $0) }.joined(separator: ",") + "]"
  }

  /// Returns the result of a row that the store could not save. The client can send it again.
  static func row(_ number: Int, lost error: StoreError) -> String {
    line {
      $0.raw("line", "\(number)")
      $0.raw("status", "503")
      $0.text("reason", error.description)
    }
  }

  /// Returns the result of a row over 8 MiB. The service ignores the rows after it.
  static func tooLong(_ number: Int) -> String {
    line {
      $0.raw("line", "\(number)")
      $0.raw("status", "413")
      $0.text("message", "the row is larger than 8 MiB; the service read nothing after this line")
    }
  }

  /// Returns the result of a manual push.
  ///
  /// - Parameters:
  ///   - unknown: serial numbers without a pass. Nil if all passes were pushed.
  ///   - sends: whether this service sends waiting pushes.
  static func pushed(_ count: Int, unknown: [String]?, sends: Bool) -> String {
    line {
      $0.raw("pushes", "\(count)")
      if let unknown { $0.texts("unknown", unknown) }
      $0.raw("sends", sends ? "true" : "false")
      if !sends {
        $0.text(
          "message", "the service runs without --push: pushes wait until you run passc push")
      }
    }
  }

  static func push(_ entry: OutboxEntry) -> String {
    line {
      $0.text("passType", entry.passType)
      $0.text("pushToken", DeviceSecrets.shown(entry.pushToken))
      $0.raw("number", "\(entry.number)")
      $0.raw("attempts", "\(entry.attempts)")
    }
  }

  static func message(_ message: DeviceMessage) -> String {
    line {
      $0.text("message", message.text)
      $0.raw("count", "\(message.count)")
      $0.text("first", HTTPDate.text(message.first))
      $0.text("last", HTTPDate.text(message.last))
      let cause = LogMessage.cause(of: message.text)
      $0.text("cause", cause.rawValue)
      $0.text("means", cause.pattern)
    }
  }

  struct Members {
    private(set) var bytes = Array(#"{"version":1"#.utf8)

    mutating func text(_ name: String, _ value: String) {
      bytes += Array(",\"\(name)\":".utf8)
      JSONWriter.writeString(value, to: &bytes)
    }

    mutating func texts(_ name: String, _ values: [String]) {
      bytes += Array(",\"\(name)\":[".utf8)
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONWriter.writeString(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }

    mutating func raw(_ name: String, _ json: String) {
      bytes += Array(",\"\(name)\":\(json)".utf8)
    }
  }

  private static func line(_ body: (inout Members) -> Void) -> String {
    var members = Members()
    body(&members)
    return String(decoding: members.bytes, as: UTF8.self) + "}"
  }
}

extension PassSource {
  var name: String {
    switch self {
    case .ledger: "ledger"
    case .table: "table"
    case .row: "row"
    }
  }
}
