// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The log messages that a phone sends to a web service.
package enum PhoneLog {
  /// Maximum number of messages in one request.
  package static let linesOfACall = 50

  /// A log message. The texts are those of a phone.
  package enum Message: Sendable, Hashable {
    case failed(PhoneCall.Purpose, device: String, since: String?, Problem)
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

    /// The reason why a task failed.
    package enum Problem: Sendable, Hashable {
      case authentication
      case status(Int)
      case malformed
      case invalidPass
    }

    /// The text without the time.
    package var text: String {
      switch self {
      case .failed(let purpose, let device, let since, let fault):
        return
          "\(Self.subject(purpose, device, since)) encountered error: \(Self.description(fault))"
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

    private static func description(_ fault: Problem) -> String {
      switch fault {
      case .authentication: "Authentication failure"
      case .status(let status): "Unexpected response code \(status)"
      case .malformed: "Server response was malformed"
      case .invalidPass: "Received invalid pass data"
      }
    }

    /// Returns the message with the time, as a phone sends it.
    ///
    /// - Parameter now: milliseconds since 1970.
    package func line(at now: Int64) -> String {
      let time = CivilTime(secondsSince1970: now / 1000).text(offsetInMinutes: 0)
      let clock = time.replacing("T", with: " ").prefix(19)
      return "[\(clock) +0000] \(text)"
    }
  }
}
