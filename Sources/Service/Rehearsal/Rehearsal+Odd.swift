// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics

extension Rehearsal {
  /// Sends requests that no phone sends, but that untrusted clients may send.
  func checkInvalidRequests() async throws {
    try await logCalls()
    try await checkInvalidBodies()
    try await checkInvalidPaths()
    let needing = passes.indices.filter { Self.isEscaped(passes[$0].key.serial) }
    for index in needing { try await escapes(index) }
    if needing.isEmpty { try await escapes(0) }
  }

  private func logCalls() async throws {
    let line = PhoneLog.Message.noDate(serial: passes[0].key.serial).line(at: now)
    let body = Array("{\"logs\":[\"\(line)\"]}".utf8)
    if let answer = try await ask("POST", "/v1/log", pass: 0, body: body), answer.status != 200,
      answer.status < 500
    {
      reportFinding(
        RehearsalFindings.logRefused,
        "the log call returned \(answer.status), expected 200", 0)
    }
    for (text, what) in [("not JSON", "that is not JSON"), ("{}", "without logs")] {
      let answer = try await ask(
        "POST", "/v1/log", pass: 0, body: Array(text.utf8), mayFail: true)
      if let answer, answer.status >= 500 {
        reportFinding(
          RehearsalFindings.logBody,
          "a log call \(what) returned \(answer.status), expected 400", 0)
      }
    }
    let long =
      Array("{\"logs\":[\"".utf8) + [UInt8](repeating: 0x61, count: 1 << 20) + Array("\"]}".utf8)
    let answer = try await ask("POST", "/v1/log", pass: 0, body: long, mayFail: true)
    if let answer, (200..<300).contains(answer.status) {
      reportFinding(
        RehearsalFindings.bodyUnbounded,
        "a log call of 1 MB returned \(answer.status), expected 413", 0)
    } else if let answer, answer.status >= 500 {
      reportFinding(
        RehearsalFindings.bodyUnbounded,
        "a log call of 1 MB returned \(answer.status), expected 413", 0)
    }
  }

  private func checkInvalidBodies() async throws {
    for (text, what) in [
      ("not JSON", "that is not JSON"), ("{}", "without pushToken"),
      (#"{"pushToken":17}"#, "with a number as pushToken"),
    ] {
      let device = String(try Device.freshToken().prefix(32))
      let answer = try await registerDirectly(
        device, "", 0, body: Array(text.utf8), mayFail: true)
      guard let answer else { continue }
      if (200..<300).contains(answer.status) { _ = try await unregisterDirectly(device, 0) }
      if answer.status < 400 || answer.status >= 500 {
        reportFinding(
          RehearsalFindings.registerBody,
          "a registration with a body \(what) returned \(answer.status), expected 400", 0)
      }
    }
  }

  private func checkInvalidPaths() async throws {
    let key = passes[0].key
    if let device = devices.first {
      let path = listPath(device.identifier, key.passType)
      let plain = try await ask("GET", path, pass: 0)
      let double = try await ask("GET", "//" + path.dropFirst(), pass: 0)
      if let plain, let double, plain.status != double.status {
        reportFinding(
          RehearsalFindings.slashes,
          "the list returned \(double.status) with two slashes before v1, and \(plain.status) with "
            + "one", 0)
      }
    }
    let type = PhonePath.part(key.passType, .once)
    for serial in [
      "..", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%2f..%2f..%2fetc%2fpasswd",
      String(repeating: "x", count: 1_000), "%00", "%ff%fe", "a%2fb/c",
    ] {
      guard
        let answer = try await ask(
          "GET", "/v1/passes/\(type)/\(serial)", pass: 0, headers: [authorization(passes[0])],
          mayFail: true)
      else { continue }
      if answer.status >= 500 || answer.status < 300 {
        reportFinding(
          RehearsalFindings.traversal,
          "the serial number \(serial.prefix(40)) returned \(answer.status), expected 401",
          0)
      }
    }
  }

  /// Returns whether phones percent-encode a character of a serial number.
  private static func isEscaped(_ serial: String) -> Bool {
    PhonePath.part(serial, .once) != serial
  }

  /// Requests the pass with its serial number percent-encoded once and twice.
  ///
  /// If no character needs the encoding, the first one is encoded. No phone does this, so the result
  /// is only a note.
  private func escapes(_ index: Int) async throws {
    let key = passes[index].key
    let severity: Severity? = Self.isEscaped(key.serial) ? nil : .note
    let type = PhonePath.part(key.passType, .once)
    var once = PhonePath.part(key.serial, .once)
    if once == key.serial, let first = key.serial.utf8.first {
      once = "%" + String(first, radix: 16, uppercase: true) + key.serial.dropFirst()
    }
    let twice = once.replacing("%", with: "%25")
    for (serial, finding, word) in [
      (once, RehearsalFindings.escapedOnce, "once"),
      (twice, RehearsalFindings.escapedTwice, "twice"),
    ] {
      if let answer = try await ask(
        "GET", "/v1/passes/\(type)/\(serial)", pass: index,
        headers: [authorization(passes[index])]),
        answer.status != 200, answer.status < 500, versions[index] != nil
      {
        reportFinding(
          finding,
          "the serial number \(key.serial), escaped \(word) as \(serial), returned "
            + "\(answer.status), expected 200", index, severity: severity)
      }
    }
  }
}
