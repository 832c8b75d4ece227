// SPDX-License-Identifier: Apache-2.0

import PassValues

/// The lines a phone sends to a web service's log call, and what each of them means.
package enum PhoneLog {
  /// How many lines one call holds at most.
  package static let linesOfACall = 50

  /// Something a phone writes about.
  package enum Message: Sendable, Hashable {
    /// A task that failed.
    case failed(PhoneCall.Purpose, device: String, since: String?, Fault)
    case wrongSerial(asked: String, got: String)
    case wrongType(asked: String, got: String)
    case unchanged(serial: String)
    case dateIgnored(serial: String, since: String)
    case noDate(serial: String)
    case tagSame(count: Int, tag: String)
    case tagMissing(count: Int)
    case spuriousPush(tag: String?, device: String)
    case unregisteredSerial(String)
    case personalizedUnchanged(serial: String)
    case personalizationSignature

    /// Why a task failed.
    package enum Fault: Sendable, Hashable {
      case authentication
      case status(Int)
      case malformed
      case invalidPass
    }

    /// The words, without the time.
    package var text: String {
      switch self {
      case .failed(let purpose, let device, let since, let fault):
        return "\(Self.subject(purpose, device, since)) encountered error: \(Self.words(fault))"
      case .wrongSerial(let asked, let got):
        return "Requested serial number \(asked), received serial number \(got)"
      case .wrongType(let asked, let got):
        return "Requested pass of type \(asked), received pass of type \(got)"
      case .unchanged(let serial):
        return
          "Server requested update to serial number '\(serial)', but the pass was unchanged."
      case .dateIgnored(let serial, let since):
        return "Server ignored the 'if-modified-since' header (\(since)) and returned the full "
          + "unchanged pass data for serial number '\(serial)'."
      case .noDate(let serial):
        return "Server returned the pass data for serial number '\(serial)' but did not provide a "
          + "'last-modified' header."
      case .tagSame(let count, let tag):
        return "Response to 'What changed?' request included \(count) serial numbers but the "
          + "lastUpdated tag (\(tag)) remained the same."
      case .tagMissing(let count):
        return "Response to 'What changed?' request included \(count) serial numbers but omitted "
          + "a lastUpdated tag."
      case .spuriousPush(let tag, let device):
        return "Device received spurious push. Request for passesUpdatedSince '\(tag ?? "")' "
          + "returned no serial numbers. (Device = \(device))"
      case .unregisteredSerial(let serial):
        return "Update requested for unregistered serial number \(serial)"
      case .personalizedUnchanged(let serial):
        return "Personalization request was issued for serial number '\(serial)', but the pass "
          + "was unchanged."
      case .personalizationSignature: return "Received invalid personalization token signature"
      }
    }

    private static func subject(
      _ purpose: PhoneCall.Purpose, _ device: String, _ since: String?
    ) -> String {
      switch purpose {
      case .register(let key), .unregister(let key):
        return
          "\(purpose.taskName) (for device \(device), pass type \(key.passType), serial number "
          + "\(key.serial))"
      case .list(let passType):
        return "\(purpose.taskName) (for device \(device), pass type \(passType), last updated "
          + "\(since ?? "(null)"))"
      case .get(let key), .personalize(let key):
        return "\(purpose.taskName) (pass type \(key.passType), serial number \(key.serial), "
          + "if-modified-since \(since ?? "(null)"))"
      case .log: return purpose.taskName
      }
    }

    private static func words(_ fault: Fault) -> String {
      switch fault {
      case .authentication: "Authentication failure"
      case .status(let status): "Unexpected response code \(status)"
      case .malformed: "Server response was malformed"
      case .invalidPass: "Received invalid pass data"
      }
    }

    /// The line as a phone sends it.
    package func line(at now: Int64) -> String {
      let time = CivilTime(secondsSince1970: now / 1000).text(offsetInMinutes: 0)
      let clock = time.replacing("T", with: " ").prefix(19)
      return "[\(clock) +0000] \(text)"
    }
  }

  /// What a line means to whoever runs the service.
  package struct Cause: Sendable, Hashable {
    /// The part of a line by which it is known.
    package let sign: String
    /// What happened, in a few words.
    package let cause: String
    /// What to look at.
    package let help: String
  }

  /// The causes, the more particular ones first.
  package static let causes: [Cause] = [
    Cause(
      sign: "Authentication failure", cause: "the service answered 401",
      help: "the token of the installed pass must stay valid for ever: compare it with the one the "
        + "service knows"),
    Cause(
      sign: "Unexpected response code", cause: "a status the phone does not know for this call",
      help: "200 or 201 for register and unregister, 200 or 204 for the list, 200 or 304 for a "
        + "pass, 200 for the log"),
    Cause(
      sign: "Server response was malformed",
      cause: "the list was not JSON, or its members had other types",
      help: "serialNumbers is an array of strings and lastUpdated a string"),
    Cause(
      sign: "Received invalid pass data",
      cause: "the bundle cannot be read, or its signature or a "
        + "hash is wrong",
      help: "run passc check on the file the service sends"),
    Cause(
      sign: "Requested serial number", cause: "the update has another serial number",
      help: "the service answered with another pass"),
    Cause(
      sign: "Requested pass of type", cause: "the update has another pass type",
      help: "the service answered with another pass"),
    Cause(
      sign: "Personalization request was issued", cause: "the pass is the same after the sign-up",
      help: "answer the next get call with the personal pass"),
    Cause(
      sign: "but the pass was unchanged.", cause: "a pass was listed as changed and was not",
      help: "list only what has changed since the tag, and raise the tag with the change"),
    Cause(
      sign: "Server ignored the 'if-modified-since' header",
      cause: "the same pass was sent again in full",
      help: "answer 304 when If-Modified-Since equals the version's Last-Modified"),
    Cause(
      sign: "did not provide a 'last-modified' header", cause: "the header is missing",
      help: "send Last-Modified with every pass"),
    Cause(
      sign: "remained the same.", cause: "passes were listed and the tag was not raised",
      help: "raise the tag with every change; a tag of letters, digits, - . and _ comes back whole"),
    Cause(
      sign: "but omitted a lastUpdated tag.", cause: "the list has no lastUpdated",
      help: "send lastUpdated as a string"),
    Cause(
      sign: "Device received spurious push.", cause: "a push came and nothing had changed",
      help: "push after the change is committed and visible, and only then"),
    Cause(
      sign: "Update requested for unregistered serial number",
      cause: "a pass was listed that is not on the phone any more",
      help: "forget a registration when the phone unregisters it"),
    Cause(
      sign: "token signature",
      cause: "the signature over the personalization token does not "
        + "verify",
      help: "sign the UTF-8 bytes of the token, detached, with the pass certificate"),
  ]

  /// What a line means; nil for one that nobody knows.
  package static func cause(of line: String) -> Cause? {
    causes.first { line.contains($0.sign) }
  }
}
