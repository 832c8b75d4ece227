// SPDX-License-Identifier: Apache-2.0

import PassUpdates
import Testing

/// Tests of the paths of requests by devices.
struct DeviceCallTests {
  private static let type = "pass.com.example.gym"

  private static func read(_ method: String, _ target: String) -> DeviceCall? {
    try? DeviceCall.read(method: method, target: target).get()
  }

  private static func address(_ serials: String...) -> PassAddress {
    PassAddress(passType: type, serials: serials)
  }

  @Test func tellsTheCallsApart() {
    let devices = "/v1/devices/d1/registrations/\(Self.type)"
    #expect(
      Self.read("POST", devices + "/A-1") == .register(device: "d1", Self.address("A-1")))
    #expect(
      Self.read("DELETE", devices + "/A-1") == .unregister(device: "d1", Self.address("A-1")))
    #expect(
      Self.read("GET", devices + "?passesUpdatedSince=e1.7")
        == .list(device: "d1", passType: Self.type, since: "e1.7"))
    #expect(Self.read("GET", devices) == .list(device: "d1", passType: Self.type, since: nil))
    #expect(Self.read("GET", devices + "/") == .list(device: "d1", passType: Self.type, since: nil))
    let pass = "/v1/passes/\(Self.type)/A-1"
    #expect(Self.read("GET", pass) == .pass(Self.address("A-1"), headOnly: false))
    #expect(Self.read("HEAD", pass) == .pass(Self.address("A-1"), headOnly: true))
    #expect(Self.read("POST", pass + "/personalize") == .personalize(Self.address("A-1")))
    #expect(Self.read("POST", "/v1/log") == .log)
  }

  @Test(arguments: ["", "/", "//", "///wallet/", "/api/wallet/", "/v1/"])
  func takesAnyBaseAndAnyRunOfSlashes(_ base: String) {
    let path = base + (base.hasSuffix("/") ? "" : "/") + "v1/passes/\(Self.type)/A-1"
    #expect(Self.read("GET", path) == .pass(Self.address("A-1"), headOnly: false), "\(path)")
  }

  @Test(arguments: [
    ("A%20B", ["A B"]), ("A%2520B", ["A%20B", "A B"]), ("A/B", ["A/B"]), ("A%2FB", ["A/B"]),
    ("100%25", ["100%"]), ("100%", ["100%"]), ("%E9", ["%E9"]), ("%C3%A9", ["é"]),
    ("..", [".."]), ("../../etc/passwd", ["../../etc/passwd"]), ("a//b/", ["a//b/"]),
    ("a+b", ["a+b"]), ("\u{301}A", ["\u{301}A"]), ("A/\u{301}B", ["A/\u{301}B"]),
  ])
  func readsSerialsOnceAndTwiceDecoded(_ spelling: String, _ readings: [String]) {
    let call = Self.read("GET", "/v1/passes/\(Self.type)/\(spelling)")
    #expect(call == .pass(PassAddress(passType: Self.type, serials: readings), headOnly: false))
  }

  @Test func takesASerialOfAKilobyteTwiceEncoded() {
    let serial = String(repeating: "é", count: 512)
    let twice = PercentEncoding.encoded(PercentEncoding.encoded(serial))
    let call = Self.read("GET", "/v1/passes/\(Self.type)/\(twice)")
    guard case .pass(let address, _) = call else {
      Issue.record("\(String(describing: call))")
      return
    }
    #expect(address.serials.last == serial)
  }

  @Test(arguments: [
    ("e1.7", "e1.7"), ("2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00"),
    ("a%2Bb", "a+b"), ("100%", "100%"), ("", ""), ("a=b", "a=b"), ("\u{301}", "\u{301}"),
  ])
  func leavesAPlusInATag(_ spelling: String, _ tag: String) {
    for name in ["passesUpdatedSince", "previousLastUpdated"] {
      let path = "/v1/devices/d/registrations/\(Self.type)?x=1&\(name)=\(spelling)"
      #expect(Self.read("GET", path) == .list(device: "d", passType: Self.type, since: tag))
    }
  }

  @Test(arguments: [
    "/", "/v1", "/v1/", "/v2/log", "/v1/logs", "/v1/passes", "/v1/passes/t", "/v1/passes/t/",
    "/v1/passes//s", "/v1/devices", "/v1/devices/d", "/v1/devices/d/registrations",
    "/v1/devices/d/registrations/", "/v1/devices//registrations/t", "/v1/devices/d/other/t",
    "", "v1/log", "/V1/log",
  ])
  func knowsNoOtherPath(_ path: String) {
    let refusal = DeviceCall.read(method: "GET", target: path)
    #expect(refusal == .failure(.unknownPath), "\(path): \(refusal)")
  }

  @Test(arguments: [
    ("PUT", "/v1/log", "POST"), ("GET", "/v1/log", "POST"),
    ("DELETE", "/v1/passes/t/s", "GET, HEAD"), ("POST", "/v1/passes/t/s", "GET, HEAD"),
    ("POST", "/v1/passes/t//personalize", "GET, HEAD"),
    ("GET", "/v1/devices/d/registrations/t/s", "POST, DELETE"),
    ("POST", "/v1/devices/d/registrations/t", "GET"),
  ])
  func saysWhichMethodsAPathHas(_ method: String, _ path: String, _ allowed: String) {
    let refusal = DeviceCall.read(method: method, target: path)
    #expect(refusal == .failure(.wrongMethod(allowed: allowed)), "\(path): \(refusal)")
  }

  @Test func refusesAPathLongerThanAnyDevices() {
    let target =
      "/v1/devices/d/registrations/t?passesUpdatedSince="
      + String(
        repeating: "9", count: 10_240)
    #expect(DeviceCall.read(method: "GET", target: target) == .failure(.tooLong))
  }

  @Test func readsAnythingWithoutATrap() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("/v1%2Fdevicesregistrationspasseslog?&=+.é\u{0}\u{301}")
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        })
      let once = DeviceCall.read(method: "GET", target: "/v1/passes/t/" + text)
      #expect(once == DeviceCall.read(method: "GET", target: "//v1/passes/t/" + text))
      _ = DeviceCall.read(method: "POST", target: text)
    }
  }
}
