// SPDX-License-Identifier: Apache-2.0

import PassUpdates
import Testing

/// Tests of the responses to devices.
struct DeviceAnswerTests {
  // MARK: Tags

  @Test(arguments: [
    (nil, 0), ("e1.7", 7), ("e1.0", 0), ("e1.9", 9), ("e1.10", 0), ("e2.7", 0), ("7", 0),
    (".7", 0), ("e1.", 0), ("e1.-7", 0), ("e1.7 ", 0), ("e1.7.7", 0), ("e1.+7", 0),
    ("e1.99999999999999999999", 0), ("2026-01-01T00:00:00+00:00", 0), ("", 0),
    ("e1.٧", 0),
  ])
  func takesAForeignOrFutureTagForNone(_ text: String?, _ start: Int64) {
    #expect(UpdateTag.start(of: text, epoch: "e1", current: 9) == start)
  }

  @Test func writesATagThatComesBackFromAQuery() {
    let tag = UpdateTag(epoch: "k3x9", number: 12)
    #expect(tag.description == "k3x9.12")
    #expect(UpdateTag(tag.description) == tag)
    #expect(tag.description.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") })
  }

  // MARK: The list

  @Test func answersNothingNewWith204AndNoBody() {
    let answer = DeviceResponse.list([], tag: UpdateTag(epoch: "e", number: 3))
    #expect(answer.status == 204 && answer.body == nil && !answer.hasPass)
    #expect(DeviceResponse.list([], tag: nil).status == 204)
  }

  @Test func writesLastUpdatedAsAString() {
    let answer = DeviceResponse.list(["A\"1", "é"], tag: UpdateTag(epoch: "e", number: 3))
    #expect(answer.status == 200)
    #expect(
      answer.body.map { String(decoding: $0, as: UTF8.self) }
        == #"{"serialNumbers":["A\"1","é"],"lastUpdated":"e.3"}"#)
    #expect(answer.headers.contains { $0.name == "Content-Type" && $0.value == "application/json" })
  }

  // MARK: The pass

  private static let version = PassVersion(modified: 784_111_777)
  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(arguments: [
    ([], 200), ([date], 304), (["Sun, 06 Nov 1994 08:49:36 GMT"], 200),
    (["Sun, 06 Nov 1994 08:49:38 GMT"], 200), (["yesterday"], 200), ([date, date], 200),
    ([date + " "], 200), (["784111777"], 200),
  ])
  func sends304ForTheSameStringAlone(_ headers: [String], _ status: Int) {
    let answer = DeviceResponse.pass(Self.version, ifModifiedSince: headers)
    #expect(answer.status == status && answer.hasPass == (status == 200) && answer.body == nil)
    #expect(answer.headers.contains { $0.name == "Last-Modified" && $0.value == Self.date })
    #expect(!answer.headers.contains { $0.name == "Expires" })
    let types = answer.headers.filter { $0.name == "Content-Type" }.map(\.value)
    #expect(types == (status == 200 ? ["application/vnd.apple.pkpass"] : []))
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (951_826_154, "Tue, 29 Feb 2000 12:09:14 GMT"),
    (1_795_000_000, "Wed, 18 Nov 2026 11:06:40 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    (-86_400, "Wed, 31 Dec 1969 00:00:00 GMT"), (-86_401, "Tue, 30 Dec 1969 23:59:59 GMT"),
  ])
  func writesTimesAsHTTPDoes(_ seconds: Int64, _ text: String) {
    #expect(HTTPDate.text(seconds) == text)
  }

  @Test(arguments: [
    (100, nil, 100), (100, 100, 101), (100, 99, 100), (100, 3_700, 3_701), (101, 100, 101),
  ])
  func givesEachVersionATimeOfItsOwn(_ now: Int64, _ previous: Int64?, _ time: Int64) {
    #expect(PassVersion.time(now: now, after: previous) == time)
  }

  // MARK: Authorization

  @Test(arguments: [
    (["ApplePass secret-token-1234"], "secret-token-1234"), (["applepass t"], "t"),
    (["ApplePass  t"], "t"), (["Bearer t"], nil), ([], nil), (["ApplePass"], nil),
    (["ApplePass a b"], nil), (["ApplePass t", "ApplePass t"], nil), (["t"], nil),
    (["xApplePass t"], nil), (["Basic ApplePass t"], nil), (["AndroidPass t"], nil),
  ])
  func takesATokenOfOneSchemeOnly(_ headers: [String], _ token: String?) {
    #expect(PassAuthorization.token(in: headers) == token)
  }

  @Test func answersEveryRefusalOfATokenAlike() {
    #expect(DeviceResponse.unauthorized.status == 401 && DeviceResponse.unauthorized.body == nil)
  }

  // MARK: Bodies

  @Test(arguments: [
    (#"{"pushToken": "0a1b"}"#, "0a1b"), (#"{"pushToken":"x","other":1}"#, "x"),
    (#"{"pushToken": 12}"#, nil), ("{}", nil), ("", nil), ("[]", nil), ("pushToken", nil),
    (#"{"pushToken": ""}"#, nil), (#"{"pushToken": null}"#, nil),
    (#"{"pushToken": "a"#, nil), (#"{"pushToken": "a"} x"#, nil),
  ])
  func readsThePushTokenOfARegistration(_ body: String, _ token: String?) {
    #expect(DeviceBody.pushToken(in: Array(body.utf8)) == token)
  }

  @Test func refusesAPushTokenLongerThanAny() {
    let body = #"{"pushToken": ""# + String(repeating: "a", count: 513) + #""}"#
    #expect(DeviceBody.pushToken(in: Array(body.utf8)) == nil)
  }

  @Test(arguments: [
    ("0a", true), ("0A1b2C3d", true), ("", false), ("0", false), ("0a1", false), ("0g", false),
    ("0x1234", false), ("APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx", false),
  ])
  func sendsToHexOfEvenLengthOnly(_ token: String, _ isSendable: Bool) {
    #expect(PushToken.isSendable(token) == isSendable)
  }

  @Test func readsFiftyMessagesOneLineEach() {
    let list = (0..<50).map { "\"message \($0)\\nline\\u001b[31m\"" }.joined(separator: ",")
    let messages = DeviceBody.messages(in: Array("{\"logs\":[\(list)]}".utf8))
    #expect(messages?.count == 50)
    #expect(messages?.first.map(LogMessage.cleaned) == #"message 0\u{a}line\u{1b}[31m"#)
  }

  @Test(arguments: ["", "[]", "{}", #"{"logs": "a"}"#, #"{"logs": [1]}"#, #"{"log": ["a"]}"#, "{"])
  func refusesWhatIsNoLog(_ body: String) {
    #expect(DeviceBody.messages(in: Array(body.utf8)) == nil)
  }

  @Test func keepsAThousandCharactersOfAMessage() {
    #expect(LogMessage.cleaned(String(repeating: "é", count: 5_000)).count == 1_001)
  }

  @Test(arguments: [
    ("[2026-01-01 10:00:00 +0100] Hello", "Hello"), ("[2026-12-31 23:59:59 -0330] [x] y", "[x] y"),
    ("Hello", "Hello"), ("", ""), ("[2026-01-01 10:00:00 +0100] ", "[2026-01-01 10:00:00 +0100] "),
    ("[2026-01-01 10:00:00 +0100]Hello", "[2026-01-01 10:00:00 +0100]Hello"),
    ("[2026-01-01 10:00:00 0100] Hello", "[2026-01-01 10:00:00 0100] Hello"),
    ("[2026-01-01T10:00:00 +0100] Hello", "[2026-01-01T10:00:00 +0100] Hello"),
    (" [2026-01-01 10:00:00 +0100] Hello", " [2026-01-01 10:00:00 +0100] Hello"),
    ("[2026-01-0é 10:00:00 +010] Hello", "[2026-01-0é 10:00:00 +010] Hello"),
  ])
  func takesTheTimeOfAMessageAway(_ message: String, _ words: String) {
    #expect(LogMessage.withoutTime(message) == words)
  }

  // MARK: Log messages (spec, section 3)

  @Test(arguments: [
    (
      "[2026-01-01 10:00:00 +0100] Register task (for device 1, pass type a, serial number b; with "
        + "web service url c) encountered error: Authentication failure",
      LogMessage.Cause.unauthorized
    ),
    ("Get pass task (…) encountered error: Unexpected response code 404", .unexpectedStatus),
    ("What changed task encountered error: Server response was malformed", .malformedAnswer),
    ("Get pass task (…) encountered error: Received invalid pass data", .invalidPass),
    ("Requested serial number X, received serial number Y", .otherIdentity),
    ("Requested pass of type X, received pass of type Y", .otherIdentity),
    ("Server requested update to serial number 'X', but the pass was unchanged.", .listedUnchanged),
    (
      "Server ignored the 'if-modified-since' header (x) and returned the full unchanged pass data "
        + "for serial number 'X'.", .ignoredDate
    ),
    (
      "Server returned the pass data for serial number 'X' but did not provide a 'last-modified' "
        + "header.", .missingDate
    ),
    (
      "Response to 'What changed?' request included 2 serial numbers but the lastUpdated tag (T) "
        + "remained the same.", .unraisedTag
    ),
    (
      "Response to 'What changed?' request included 2 serial numbers but omitted a lastUpdated tag.",
      .missingTag
    ),
    (
      "Device received spurious push. Request for passesUpdatedSince 'T' returned no serial numbers. "
        + "(Device = d)", .spuriousPush
    ),
    ("Update requested for unregistered serial number X", .listedUnregistered),
    ("Received invalid personalization token signature", .personalization),
    (
      "Personalization request was issued for serial number 'X', but the pass was unchanged.",
      .personalization
    ),
    ("hello", .unknown),
  ])
  func knowsTheCauseOfAMessage(_ message: String, _ cause: LogMessage.Cause) {
    #expect(LogMessage.cause(of: message) == cause)
  }
}
