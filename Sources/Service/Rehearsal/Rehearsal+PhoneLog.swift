// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics

extension Rehearsal {
  /// Keeps a message that a simulated device logged, for the end of the test.
  func keep(_ message: PhoneLog.Message, of device: Int) {
    // Pushes of two quick changes can arrive after the device has seen both.
    if case .spuriousPush = message, sawChange.contains(device) { return }
    phoneLog.append((message, pass(of: message)))
  }

  /// Reports every logged message that no finding explains.
  ///
  /// It runs at the end, because a finding may follow its message.
  func reportPhoneLog() {
    for (message, pass) in phoneLog where !log.contains(Self.explanations(of: message)) {
      reportFinding(
        RehearsalFindings.phoneLogged, "the phone logs: \(Self.shown(message))", pass,
        cause: Self.kind(of: message))
    }
  }

  private func pass(of message: PhoneLog.Message) -> Int {
    let serial: String
    switch message {
    case .failed(let purpose, _, _, _): return position(of: purpose)
    case .wrongSerial(let asked, _): serial = asked
    case .unchanged(let own), .dateIgnored(let own, _), .noDate(let own),
      .unregisteredSerial(let own),
      .personalizedUnchanged(let own):
      serial = own
    default: return 0
    }
    return passes.firstIndex { $0.key.serial == serial } ?? 0
  }

  /// Returns a message with a shortened device library identifier.
  private static func shown(_ message: PhoneLog.Message) -> String {
    var text = message.text
    switch message {
    case .failed(_, let device, _, _), .spuriousPush(_, let device):
      text = text.replacing(device, with: device.prefix(6) + "…")
    default: break
    }
    return text
  }

  /// Returns what distinguishes a message from others, without its values.
  private static func kind(of message: PhoneLog.Message) -> String {
    switch message {
    case .failed(let purpose, _, _, let problem): "\(purpose.taskName) \(problem)"
    case .wrongSerial: "serial"
    case .wrongType: "type"
    case .unchanged: "unchanged"
    case .dateIgnored: "date ignored"
    case .noDate: "no date"
    case .tagSame: "tag same"
    case .tagMissing: "tag missing"
    case .spuriousPush: "push"
    case .unregisteredSerial: "unregistered"
    case .personalizedUnchanged: "personalized"
    case .personalizationSignature: "signature"
    }
  }

  /// Returns the findings that have the message as a consequence.
  private static func explanations(of message: PhoneLog.Message) -> [Finding] {
    typealias All = RehearsalFindings
    switch message {
    case .failed(let purpose, _, _, let problem): return explanations(of: purpose, problem)
    case .wrongSerial, .wrongType:
      return [All.passOther, All.changeOtherPass, All.listOtherType]
    case .unchanged:
      return [
        All.changeNotServed, All.tagStuck, All.tagDecoded, All.changeDateSame, All.changeTagSame,
        All.changeLost, All.dateOrder, All.tagMissing,
      ]
    case .dateIgnored:
      return [All.dateIgnored, All.dateMoves, All.dateForm, All.changeNotServed]
    case .noDate: return [All.noLastModified]
    case .tagSame: return [All.tagStuck, All.tagDecoded, All.changeTagSame, All.changeNotListed]
    case .tagMissing: return [All.tagMissing]
    case .spuriousPush:
      return [
        All.pushEarly, All.pushRepeated, All.pushTooOften, All.pushUnregistered, All.pushOldToken,
        All.pushDead, All.changeNotListed, All.changeLost, All.changeTagSame, All.tagDecoded,
      ]
    case .unregisteredSerial:
      return [All.listForeign, All.unregisterKept, All.listOtherType]
    case .personalizedUnchanged: return [All.personalizeUnchanged]
    case .personalizationSignature: return [All.personalizeSignature]
    }
  }

  private static func explanations(
    of purpose: PhoneCall.Purpose, _ problem: PhoneLog.Message.Problem
  ) -> [Finding] {
    typealias All = RehearsalFindings
    switch (purpose, problem) {
    case (.list, .malformed): return [All.listMalformed, All.tagNumber]
    case (.list, _):
      return [
        All.listStatus, All.listToken, All.listUnknown, All.tagGarbage, All.tagDecoded,
        All.serverError,
      ]
    case (.get, .invalidPass): return [All.passInvalid, All.getRedirect]
    case (.get, _):
      return [All.getRefused, All.getRedirect, All.passOther, All.changeOtherPass, All.serverError]
    case (.register, _):
      return [All.registerRefused, All.registerRace, All.serverError, All.changeOtherPass]
    case (.unregister, _):
      return [All.unregisterStatus, All.serverError, All.changeOtherPass]
    case (.log, _): return [All.logRefused, All.serverError]
    case (.personalize, _): return [All.personalizeRefused, All.serverError]
    }
  }
}
