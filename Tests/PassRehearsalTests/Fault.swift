// SPDX-License-Identifier: Apache-2.0

/// Errors that the small service can make, one at a time.
enum Fault: String, CaseIterable, Sendable {
  case registersWith404, always201, looksThenInserts, takesAnyBody
  case unregisters204, unregisters404Again, keepsRegistrations
  case asksForNoToken, takesAnyScheme, takesAnyPassToken, tellsUnknownSerials
  case listDemandsToken, lists304, lists404ForStrangers, serialsAsNumbers, tagIsNumber, noTag
  case tagIsDate, listsOnlyNewest, listsFromTagOn, failsAtOddTags, listsEmptily, listsOthers,
    ignoresTypeInList
  case listsNothingFirst
  case getIs404, getIsElsewhere, otherMediaType, brokenManifest, sendsOtherPass, noLastModified
  case dateIsNumber, dateOfAnswer, ignoresDate, comparesDatesByOrder, failsAtOddDates
  case bare304, buildsAnewEachTime, letsProxiesKeep, noHead
  case noLog, failsAtOddLogs, readsAnyBody
  case oneSlashOnly, decodesNothing, decodesOnce, failsAtLongSerials
  case keepsTagAtChange, listsWithSameTag, listsBeforeBytes, keepsDateAtChange, tagOfSeconds
  case newTokenAtChange
  case neverPushes, pushesEarly, keepsOldPushToken, pushesTwice, pushesUnregistered,
    pushesOtherTopic
  case personalizeIs404, signsAnotherToken, signsAnySignUp, keepsTheSignUpPass, signsAnything,
    signsSentences
  case connectionForEachPush, pushesTheDead, endsAtTheDead, pushesAllTheTime

  /// Code of the finding for the error.
  var code: String {
    switch self {
    case .registersWith404: "rehearse.register.refused"
    case .always201: "rehearse.register.status"
    case .looksThenInserts: "rehearse.register.race"
    case .takesAnyBody: "rehearse.register.body"
    case .unregisters204: "rehearse.unregister.status"
    case .unregisters404Again: "rehearse.unregister.again"
    case .keepsRegistrations: "rehearse.unregister.kept"
    case .asksForNoToken: "rehearse.token.ignored"
    case .takesAnyScheme: "rehearse.token.scheme"
    case .takesAnyPassToken: "rehearse.token.otherPass"
    case .tellsUnknownSerials: "rehearse.token.refusalsDiffer"
    case .listDemandsToken: "rehearse.list.demandsToken"
    case .lists304: "rehearse.list.status"
    case .lists404ForStrangers: "rehearse.list.unknownDevice"
    case .serialsAsNumbers: "rehearse.list.malformed"
    case .tagIsNumber: "rehearse.list.tagNumber"
    case .noTag: "rehearse.list.tagMissing"
    case .tagIsDate: "rehearse.list.tagDecoded"
    case .listsOnlyNewest: "rehearse.list.missing"
    case .listsFromTagOn: "rehearse.list.tagStuck"
    case .failsAtOddTags: "rehearse.list.tagGarbage"
    case .listsEmptily: "rehearse.list.empty"
    case .listsOthers: "rehearse.list.foreignSerials"
    case .ignoresTypeInList: "rehearse.list.otherType"
    case .listsNothingFirst: "rehearse.list.missing"
    case .getIs404: "rehearse.get.refused"
    case .getIsElsewhere: "rehearse.get.redirect"
    case .otherMediaType: "rehearse.get.mediaType"
    case .brokenManifest: "rehearse.get.invalid"
    case .sendsOtherPass: "rehearse.get.otherPass"
    case .noLastModified: "rehearse.get.noLastModified"
    case .dateIsNumber: "rehearse.get.dateForm"
    case .dateOfAnswer: "rehearse.get.dateMoves"
    case .ignoresDate: "rehearse.get.dateIgnored"
    case .comparesDatesByOrder: "rehearse.get.dateOrder"
    case .failsAtOddDates: "rehearse.get.dateUnreadable"
    case .bare304: "rehearse.get.notModifiedForm"
    case .buildsAnewEachTime: "rehearse.get.notTheSame"
    case .letsProxiesKeep: "rehearse.get.cached"
    case .noHead: "rehearse.get.head"
    case .noLog: "rehearse.log.refused"
    case .failsAtOddLogs: "rehearse.log.body"
    case .readsAnyBody: "rehearse.body.unbounded"
    case .oneSlashOnly: "rehearse.path.slashes"
    case .decodesNothing: "rehearse.path.escaped"
    case .decodesOnce: "rehearse.path.escapedTwice"
    case .failsAtLongSerials: "rehearse.path.odd"
    case .keepsTagAtChange: "rehearse.change.notListed"
    case .listsWithSameTag: "rehearse.change.tagSame"
    case .listsBeforeBytes: "rehearse.change.notServed"
    case .keepsDateAtChange: "rehearse.change.dateSame"
    case .tagOfSeconds: "rehearse.change.secondLost"
    case .newTokenAtChange: "rehearse.change.otherPass"
    case .neverPushes: "rehearse.push.missing"
    case .pushesEarly: "rehearse.push.early"
    case .keepsOldPushToken: "rehearse.push.oldToken"
    case .pushesTwice: "rehearse.push.repeated"
    case .pushesUnregistered: "rehearse.push.unregistered"
    case .pushesOtherTopic: "rehearse.push.topic"
    case .personalizeIs404: "rehearse.personalize.refused"
    case .signsAnotherToken: "rehearse.personalize.signature"
    case .signsAnySignUp: "rehearse.personalize.body"
    case .keepsTheSignUpPass: "rehearse.personalize.unchanged"
    case .signsAnything, .signsSentences: "rehearse.personalize.signsAnything"
    case .connectionForEachPush: "rehearse.push.connections"
    case .pushesTheDead: "rehearse.push.deadAgain"
    case .endsAtTheDead: "rehearse.push.endedByOne"
    case .pushesAllTheTime: "rehearse.push.tooOften"
    }
  }

  /// Whether pushes reveal it. Such a test takes seconds.
  var isOfPushes: Bool { code.hasPrefix("rehearse.push.") }

  /// Whether a sign-up reveals it.
  var isOfSignUps: Bool { code.hasPrefix("rehearse.personalize.") }

  /// Whether a change reveals it.
  var isOfChanges: Bool { code.hasPrefix("rehearse.change.") || isOfPushes }
}
