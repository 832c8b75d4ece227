// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension RehearsalFindings {
  /// A change without a push.
  package static let pushMissing = Finding(
    "rehearse.push.missing", .error, effect: .wrong,
    why: """
      The customer sees the change only when the phone asks by itself, after a day or a restart.
      """,
    help: "push once to each registered device after you commit the change",
    source: endpoints,
    wrong: """
      08:26:40  A-1 changes
      """,
    right: """
      08:26:40  A-1 changes
      08:26:41  POST /3/device/PUSH_TOKEN_OF_1f0a
      """)

  /// A push that came before the change was visible.
  package static let pushEarly = Finding(
    "rehearse.push.early", .error, effect: .wrong,
    why: """
      The phone asks at once, gets the response that nothing has changed and does not ask again. \
      It counts the push as a useless one.
      """,
    help: "push after the commit, when the new bytes can be fetched",
    source: field,
    walletLog: "Device received spurious push.",
    wrong: """
      POST /3/device/PUSH_TOKEN_OF_1f0a
      GET .../pass.com.example.gym?passesUpdatedSince=4
      HTTP/1.1 204 No Content
      """,
    right: """
      POST /3/device/PUSH_TOKEN_OF_1f0a
      GET .../pass.com.example.gym?passesUpdatedSince=4
      {"serialNumbers": ["A-1"], "lastUpdated": "5"}
      """)

  /// A push to a push token that was replaced.
  package static let pushOldToken = Finding(
    "rehearse.push.oldToken", .error, effect: .wrong,
    why: """
      The device registered with another push token. Pushes to the old one never reach it again.
      """,
    help: "replace the push token of the device in all its registrations",
    source: field,
    wrong: """
      first registration    {"pushToken": "aa11"}
      last registration     {"pushToken": "bb22"}
      POST /3/device/aa11
      """,
    right: """
      first registration    {"pushToken": "aa11"}
      last registration     {"pushToken": "bb22"}
      POST /3/device/bb22
      """)

  /// A change that is pushed several times.
  package static let pushRepeated = Finding(
    "rehearse.push.repeated", .warning, effect: .style,
    why: """
      A device counts pushes that come too soon. In the end it switches off the updates of all \
      passes with this pass type identifier.
      """,
    help: "push once for each device and pass type identifier, however many passes changed",
    source: device,
    wrong: """
      A-1 changes
      POST /3/device/PUSH_TOKEN_OF_1f0a
      POST /3/device/PUSH_TOKEN_OF_1f0a
      """,
    right: """
      A-1 changes
      POST /3/device/PUSH_TOKEN_OF_1f0a
      """)

  /// A push to a device without registrations.
  package static let pushUnregistered = Finding(
    "rehearse.push.unregistered", .warning, effect: .style,
    why: "The device has unregistered every pass with this pass type identifier.",
    help: "push only to devices that have a registration",
    source: careful,
    wrong: """
      DELETE /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      A-1 changes
      POST /3/device/PUSH_TOKEN_OF_1f0a
      """,
    right: """
      DELETE /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      A-1 changes
      (no push)
      """)

  /// A topic that is not the pass type identifier.
  package static let pushTopic = Finding(
    "rehearse.push.topic", .error, effect: .wrong,
    why: """
      Apple's push service (APNs) rejects other topics, and the topic is the only part of a push \
      that a phone reads.
      """,
    help: "send the pass type identifier as apns-topic",
    source: push,
    wrong: """
      apns-topic: com.example.app
      """,
    right: """
      apns-topic: pass.com.example.gym
      """)

  /// A request that Apple's push service rejects.
  package static let pushRequest = Finding(
    "rehearse.push.request", .error, effect: .wrong,
    why: "A push is a POST request to /3/device/TOKEN with a JSON payload.",
    help: "send {} to /3/device/ followed by the push token of the device",
    source: push,
    wrong: """
      POST /device/PUSH_TOKEN_OF_1f0a
      {}
      """,
    right: """
      POST /3/device/PUSH_TOKEN_OF_1f0a
      {}
      """)

  /// A push that APNs tries only once.
  package static let pushExpires = Finding(
    "rehearse.push.expires", .warning, effect: .ignored,
    why: """
      With apns-expiration: 0 a phone that is off at that moment never gets the push. Without the \
      header APNs keeps one push for each pass type identifier.
      """,
    help: "remove apns-expiration",
    source: push,
    wrong: """
      apns-topic: pass.com.example.gym
      apns-expiration: 0
      """,
    right: """
      apns-topic: pass.com.example.gym
      """)

  /// A background push with the wrong priority.
  package static let pushBackground = Finding(
    "rehearse.push.background", .warning, effect: .ignored,
    why: """
      Background pushes must have priority 5. APNs rejects other priorities, and with 5 the push \
      may be late or dropped.
      """,
    help: "remove apns-push-type and apns-priority",
    source: push,
    wrong: """
      apns-topic: pass.com.example.gym
      apns-push-type: background
      apns-priority: 10
      """,
    right: """
      apns-topic: pass.com.example.gym
      """)

  /// A separate connection for each push.
  package static let pushConnections = Finding(
    "rehearse.push.connections", .warning, effect: .style,
    why: """
      APNs treats quickly opened and closed connections as an attack. For thousands of devices \
      they also take minutes.
      """,
    help: "keep one connection open and send many pushes over it",
    source: push,
    wrong: """
      connection 1   POST /3/device/aa11
      connection 2   POST /3/device/bb22
      connection 3   POST /3/device/cc33
      """,
    right: """
      connection 1   POST /3/device/aa11
                     POST /3/device/bb22
                     POST /3/device/cc33
      """)

  /// Provider tokens that are renewed too often.
  package static let pushTokenRenewed = Finding(
    "rehearse.push.tokenRenewed", .warning, effect: .ignored,
    why: """
      APNs accepts a new provider token of a key at most every 20 minutes. A service that signs one \
      for each push gets 429 TooManyProviderTokenUpdates, and its pushes do not arrive.
      """,
    help: "sign a provider token, use it for 20 to 50 minutes, then sign the next one",
    source: push,
    wrong: """
      POST /3/device/aa11   authorization: bearer TOKEN_1
      POST /3/device/bb22   authorization: bearer TOKEN_2
      """,
    right: """
      POST /3/device/aa11   authorization: bearer TOKEN_1
      POST /3/device/bb22   authorization: bearer TOKEN_1
      """)

  /// A push to a device that is gone.
  package static let pushDead = Finding(
    "rehearse.push.deadAgain", .warning, effect: .style,
    why: """
      410 means that the push token is no longer valid. If you keep sending to such tokens, APNs \
      slows you down.
      """,
    help: "delete the device after 410, unless it registered after the timestamp",
    source: push,
    wrong: """
      POST /3/device/aa11   410 Unregistered
      POST /3/device/aa11   410 Unregistered
      """,
    right: """
      POST /3/device/aa11   410 Unregistered
      (device with push token aa11 deleted)
      """)

  /// A loop over the devices that ends at a failed push.
  package static let pushEnded = Finding(
    "rehearse.push.endedByOne", .error, effect: .wrong,
    why: "If your loop ends at the first failed push, no device after it gets one.",
    help: "continue with the next device after a failed push",
    source: field,
    wrong: """
      phone   POST /3/device/aa11   410 Unregistered
      watch   (no push)
      """,
    right: """
      phone   POST /3/device/aa11   410 Unregistered
      watch   POST /3/device/bb22   200
      """)

  /// Pushes so frequent that phones delay their lists.
  package static let pushTooOften = Finding(
    "rehearse.push.tooOften", .warning, effect: .ignored,
    why: """
      A device counts pushes of a pass type identifier that come sooner than half an hour to two \
      hours after the one before. It then asks for the list of changed passes minutes later, and \
      after more such pushes an hour later. In the end it switches off the updates of all passes \
      with this identifier.
      """,
    help: "merge changes, and push each device about once in half an hour at most",
    source: device,
    wrong: """
      08:26:40  A-1 changes   POST /3/device/aa11
      08:26:50  A-1 changes   POST /3/device/aa11
      08:27:00  A-1 changes   POST /3/device/aa11
      """,
    right: """
      08:26:40  A-1 changes
      08:26:50  A-1 changes
      08:27:00  A-1 changes   POST /3/device/aa11
      """)

  static let pushing = [
    pushMissing, pushEarly, pushOldToken, pushRepeated, pushUnregistered, pushTopic,
    pushRequest, pushExpires, pushBackground, pushConnections, pushTokenRenewed, pushDead,
    pushEnded,
    pushTooOften,
  ]
}
