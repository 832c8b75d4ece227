// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What pushes can do wrong.
extension RehearsalFindings {
  /// No push came after a change.
  package static let pushMissing = Finding(
    "rehearse.push.missing", .error, effect: .wrong,
    why: "The holder sees the change when the phone happens to ask, after a day or a restart.",
    help: "push once to each registered device after the change is committed",
    source: endpoints,
    wrong: "a changed pass and no push",
    right: "one push to the token the device registered with")

  /// A push came before the change could be seen.
  package static let pushEarly = Finding(
    "rehearse.push.early", .error, effect: .wrong,
    why: """
      The phone asks at once, is told that nothing has changed, and does not ask again. It \
      counts the push as one for nothing.
      """,
    help: "push after the commit, and after the new bytes can be fetched",
    source: field,
    walletLog: "Device received spurious push.",
    wrong: "204 to the list at the moment of the push",
    right: "200 with the pass")

  /// Pushes go to a push token that was replaced.
  package static let pushOldToken = Finding(
    "rehearse.push.oldToken", .error, effect: .wrong,
    why: "A device came with another push token. Pushes to the old one reach nobody, for ever.",
    help: "replace the token of the device, for all its registrations",
    source: field,
    wrong: "a push to the token of the first registration",
    right: "a push to that of the last one")

  /// One change is pushed several times.
  package static let pushRepeated = Finding(
    "rehearse.push.repeated", .warning, effect: .style,
    why: """
      A device counts pushes that come too soon, and in the end switches the updates of all \
      passes of the type off.
      """,
    help: "push once for each device and pass type, however many passes changed",
    source: device,
    wrong: "two pushes to one device for one change",
    right: "one")

  /// A device without registrations is pushed.
  package static let pushUnregistered = Finding(
    "rehearse.push.unregistered", .warning, effect: .style,
    why: "It has unregistered every pass of the type.",
    help: "push to devices that have a registration",
    source: careful,
    wrong: "a push after the last DELETE",
    right: "none")

  /// The topic is not the pass type.
  package static let pushTopic = Finding(
    "rehearse.push.topic", .error, effect: .wrong,
    why: "Apple's service refuses other topics, and the phone looks at nothing else.",
    help: "send the pass type identifier as apns-topic",
    source: push,
    wrong: "apns-topic: com.example.app",
    right: "apns-topic: pass.com.example.gym")

  /// A push is no request that Apple's service takes.
  package static let pushRequest = Finding(
    "rehearse.push.request", .error, effect: .wrong,
    why: "It is a POST to /3/device/TOKEN with a payload of JSON.",
    help: "send {} to /3/device/ and the device's token",
    source: push,
    wrong: "POST /device/TOKEN",
    right: "POST /3/device/TOKEN")

  /// A push is tried once only.
  package static let pushExpires = Finding(
    "rehearse.push.expires", .warning, effect: .ignored,
    why: "With apns-expiration: 0 a phone that is off at the moment never hears of the change.",
    help: "leave apns-expiration out: the push is kept, one for each pass type",
    source: push,
    wrong: "apns-expiration: 0",
    right: "no apns-expiration")

  /// A push of the background has the wrong priority.
  package static let pushBackground = Finding(
    "rehearse.push.background", .warning, effect: .ignored,
    why: """
      Background pushes must have priority 5; with another they are refused, with 5 they may be \
      late or dropped.
      """,
    help: "leave apns-push-type and apns-priority out",
    source: push,
    wrong: "apns-push-type: background with apns-priority: 10",
    right: "neither header")

  /// Each push has a connection of its own.
  package static let pushConnections = Finding(
    "rehearse.push.connections", .warning, effect: .style,
    why: """
      Opening and closing connections quickly looks like an attack to Apple's service, and takes \
      minutes for thousands of devices.
      """,
    help: "keep one connection open and send many pushes over it",
    source: push,
    wrong: "four connections for four pushes",
    right: "one")

  /// A dead device is pushed again.
  package static let pushDead = Finding(
    "rehearse.push.deadAgain", .warning, effect: .style,
    why: """
      410 says that the token is gone. Whoever goes on sending to dead tokens is slowed down by \
      Apple's service.
      """,
    help: "delete the device at 410, unless it registered after the timestamp",
    source: push,
    wrong: "a push to a token that was answered with 410 before",
    right: "none")

  /// One dead device keeps the others from being pushed.
  package static let pushEnded = Finding(
    "rehearse.push.endedByOne", .error, effect: .wrong,
    why: "A loop that ends at the first failed push silences every device behind it.",
    help: "go on with the next device, whatever came of one",
    source: field,
    wrong: "no push to the watch after 410 for the phone",
    right: "a push to both")

  /// Pushes come so often that phones put their lists off.
  package static let pushTooOften = Finding(
    "rehearse.push.tooOften", .warning, effect: .ignored,
    why: """
      A device counts pushes of a pass type that come sooner than half an hour to two hours \
      after one another. It delays its list call by minutes, then an hour, and then switches the \
      updates of all passes of the type off.
      """,
    help: """
      put changes together, and push each device at most about once in half an hour over the day
      """,
    source: device,
    wrong: "eight pushes in a minute",
    right: "one for all eight changes")

  static let pushing = [
    pushMissing, pushEarly, pushOldToken, pushRepeated, pushUnregistered, pushTopic,
    pushRequest, pushExpires, pushBackground, pushConnections, pushDead, pushEnded,
    pushTooOften,
  ]
}
