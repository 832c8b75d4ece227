// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassUpdates

extension Rehearsal {
  /// Checks responses to repeated and conditional requests for a pass.
  func get(_ index: Int) async throws {
    guard let first = versions[index] else { return }
    // If the service uses the time of the response as `Last-Modified`, it differs in another
    // second.
    if index == 0 { try await Task.sleep(for: .milliseconds(1_100)) }
    guard
      let answer = try await ask(
        "GET", passPath(passes[index].key), pass: index, headers: [authorization(passes[index])])
    else { return }
    if answer.status == 200 { checkSecond(answer, first, index) }
    try await conditions(index, date: answer.header("Last-Modified"))
    try await head(index, like: answer)
  }

  private func checkSecond(_ answer: WebResponse, _ first: Version, _ index: Int) {
    guard case .success(let pass) = checker.pass(answer.body, name: "answer.pkpass") else { return }
    let date = answer.header("Last-Modified")
    guard pass.read.manifestDigest == first.pass.read.manifestDigest else {
      return reportFinding(
        RehearsalFindings.getTwice,
        "two responses have different manifests, although nothing changed", index)
    }
    if date != first.lastModified {
      reportFinding(
        RehearsalFindings.dateMoves,
        "Last-Modified of the same pass was \(first.lastModified ?? "missing") and is now "
          + (date ?? "missing"), index)
    }
  }

  private func conditions(_ index: Int, date: String?) async throws {
    if let date {
      if let answer = try await get(index, since: date) {
        if answer.status == 304 {
          if answer.header("Last-Modified") != date {
            reportFinding(
              RehearsalFindings.notModifiedForm,
              "Last-Modified of 304 is \(answer.header("Last-Modified") ?? "missing"), expected "
                + date, index)
          }
        } else if answer.status == 200 {
          reportFinding(
            RehearsalFindings.dateIgnored,
            "the service sent the whole pass again, expected 304 for If-Modified-Since: \(date)",
            index)
        } else if answer.status < 500 {
          reportFinding(
            RehearsalFindings.getRefused,
            "a request with the date of the version returned \(answer.status), expected 304", index)
        }
      }
    }
    let known = date.flatMap { HTTPDate.seconds(of: $0) } ?? Environment.now
    if let answer = try await get(index, since: HTTPDate.text(known - 86_400)),
      answer.status == 304
    {
      reportFinding(
        RehearsalFindings.dateOrder,
        "an earlier date than that of the version returned 304, expected 200", index)
    } else if let answer = try await get(index, since: HTTPDate.text(known + 2 * 365 * 86_400)),
      answer.status == 304
    {
      // HTTP prescribes this. A phone has a later date only after a clock or a backup was set back.
      reportFinding(
        RehearsalFindings.dateOrder, "a later date than that of the version returned 304", index,
        severity: .note)
    }
    if let answer = try await get(index, since: "yesterday", mayFail: true), answer.status != 200 {
      reportFinding(
        RehearsalFindings.dateUnreadable,
        "If-Modified-Since: yesterday returned \(answer.status), expected 200", index)
    }
  }

  private func get(_ index: Int, since: String, mayFail: Bool = false) async throws -> WebResponse?
  {
    try await ask(
      "GET", passPath(passes[index].key), pass: index,
      headers: [authorization(passes[index]), WebHeader("If-Modified-Since", since)],
      mayFail: mayFail)
  }

  private func head(_ index: Int, like get: WebResponse) async throws {
    guard
      let answer = try await ask(
        "HEAD", passPath(passes[index].key), pass: index, headers: [authorization(passes[index])])
    else { return }
    if answer.status != get.status {
      return reportFinding(
        RehearsalFindings.headDiffers,
        "HEAD returned \(answer.status), GET returned \(get.status)", index)
    }
    for name in ["Content-Type", "Last-Modified"] where answer.header(name) != get.header(name) {
      reportFinding(
        RehearsalFindings.headDiffers,
        "HEAD has \(name): \(answer.header(name) ?? "nothing"), GET has "
          + (get.header(name) ?? "nothing"), index)
    }
  }

  // MARK: Authentication

  /// Checks that the service rejects wrong and missing tokens and the token of another pass.
  func tokens(_ index: Int) async throws {
    let pass = passes[index]
    let token = pass.read.token ?? ""
    let wrong = WebHeader("Authorization", "ApplePass \(String(token.reversed()))x")
    let odd: [(String, [WebHeader])] = [
      ("a wrong token", [wrong]), ("no token", []),
      ("an empty token", [WebHeader("Authorization", "ApplePass ")]),
    ]
    for (what, headers) in odd {
      if let answer = try await ask("GET", passPath(pass.key), pass: index, headers: headers) {
        checkRejection(answer, "a request for the pass", what, index)
      }
    }
    let stranger = String(try Device.freshToken().prefix(32))
    if let answer = try await registerDirectly(
      stranger, try Device.freshToken(), index, headers: [wrong])
    {
      checkRejection(answer, "a registration", "a wrong token", index)
      if answer.status < 300 { _ = try await unregisterDirectly(stranger, index) }
    }
    if let device = devices.first {
      let answer = try await unregisterDirectly(device.identifier, index, headers: [wrong])
      if let answer {
        checkRejection(answer, "a DELETE", "a wrong token", index)
        if answer.status < 300 {
          _ = try await registerDirectly(device.identifier, device.phone.pushToken, index)
        }
      }
    }
    try await schemes(index, token)
    try await othersToken(index)
    try await unknownSerial(index, wrong)
  }

  /// Checks that the service rejects the right token with another authentication scheme.
  private func schemes(_ index: Int, _ token: String) async throws {
    for (value, what) in [
      ("Bearer \(token)", "with Bearer in place of ApplePass"),
      ("Basic \(token)", "with Basic in place of ApplePass"), (token, "without a scheme"),
    ] {
      if let answer = try await ask(
        "GET", passPath(passes[index].key), pass: index,
        headers: [WebHeader("Authorization", value)]), answer.status == 200
      {
        reportFinding(
          RehearsalFindings.schemeIgnored,
          "a request \(what) returned 200, expected 401", index)
      }
    }
  }

  private func checkRejection(_ answer: WebResponse, _ call: String, _ what: String, _ index: Int) {
    guard answer.status < 400 else { return }
    reportFinding(
      RehearsalFindings.tokenIgnored,
      "\(call) with \(what) returned \(answer.status), expected 401", index)
  }

  private func othersToken(_ index: Int) async throws {
    let own = passes[index]
    guard
      let other = passes.first(where: {
        $0.key != own.key && $0.read.token != own.read.token
      })
    else { return }
    if let answer = try await ask(
      "GET", passPath(own.key), pass: index, headers: [authorization(other)]),
      answer.status < 400
    {
      reportFinding(
        RehearsalFindings.tokenOfOther,
        "\(own.key.serial) can be fetched with the token of \(other.key.serial)", index)
    }
  }

  /// Checks that the responses to an unknown serial number and to a wrong token are equal. If not,
  /// anyone can find out which serial numbers exist.
  private func unknownSerial(_ index: Int, _ wrong: WebHeader) async throws {
    let key = passes[index].key
    let unknown = PassKey(
      passType: key.passType, serial: "unknown-" + String(try Device.freshToken().prefix(12)))
    let refused = try await ask("GET", passPath(key), pass: index, headers: [wrong])
    let missing = try await ask("GET", passPath(unknown), pass: index, headers: [wrong])
    guard let refused, let missing, refused.status >= 400 else { return }
    if refused.status != missing.status || refused.body != missing.body {
      reportFinding(
        RehearsalFindings.refusalsDiffer,
        refused.status == missing.status
          ? "the bodies for an unknown serial number and a wrong token differ, both with "
            + "\(missing.status)"
          : "an unknown serial number returns \(missing.status), a wrong token returns "
            + "\(refused.status)", index)
    }
  }
}
