// SPDX-License-Identifier: Apache-2.0

package import PassUpdates

/// An event on a simulated phone, for the log of the test.
package enum PhoneEvent: Sendable, Hashable {
  case called(PhoneCall)
  case answered(PhoneCall, PhoneResult)
  /// The phone replaced a version of a pass. The values are SHA-1 digests of the manifests.
  case updated(PassKey, from: String, to: String, bytes: [UInt8])
  /// The response was 304 or the installed version.
  case unchanged(PassKey)
  /// The phone rejected the returned bundle, with the reason.
  case rejected(PassKey, String)
  /// The phone received a list. Some of the serial numbers may not be installed.
  case listed(passType: String, serials: [String], tag: String?)
  case pushed(topic: String)
  /// The phone delays the list request after a push, because pushes come too often.
  case heldBack(topic: String, level: PushRate.Level)
  /// A task failed and is retried at a time in milliseconds since 1970.
  case failed(PhoneCall.Purpose, String, again: Int64)
  /// A task failed and is not retried.
  case dropped(PhoneCall.Purpose, String)
  /// The phone wrote a message for the log of the service.
  case logged(PhoneLog.Message, line: String)
}
