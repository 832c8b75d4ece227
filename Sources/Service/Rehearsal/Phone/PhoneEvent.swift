// SPDX-License-Identifier: Apache-2.0

package import PassUpdates

/// What happened on a phone, for those who watch it.
package enum PhoneEvent: Sendable, Hashable {
  case called(PhoneCall)
  case answered(PhoneCall, PhoneAnswer)
  /// A new version was written over the one before.
  case updated(PassKey, from: String, to: String, bytes: [UInt8])
  /// What came is what is installed already, or a 304.
  case unchanged(PassKey)
  /// The bundle was not taken; the words say why.
  case refused(PassKey, String)
  /// The list named these, of which some may not be installed.
  case listed(passType: String, serials: [String], tag: String?)
  case pushed(topic: String)
  /// The list call of a push waits: pushes come too often.
  case heldBack(topic: String, level: PushRate.Level)
  /// A task failed and is repeated at a moment, in milliseconds since 1970.
  case failed(PhoneCall.Purpose, String, again: Int64)
  /// A task failed for the last time.
  case dropped(PhoneCall.Purpose, String)
  /// A line for the service's log.
  case logged(String)
}
