// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassUpdates

extension Rehearsal {
  /// Connects to each service and checks its TLS.
  ///
  /// - Throws: `RehearsalError.unreachable`.
  func reach() async throws {
    var seen: Set<WebOrigin> = []
    for index in passes.indices {
      guard let origin = WebOrigin.split(base[index])?.origin, seen.insert(origin).inserted else {
        continue
      }
      if origin.isSecure {
        try await knock(origin, index)
        try await shakeHands(origin, index)
      } else {
        if !origin.isLoopback {
          reportFinding(
            RehearsalFindings.plain, "\(base[index]) is plain HTTP, expected HTTPS", index)
        }
        try await knock(origin, index)
      }
    }
  }

  /// Sends one request.
  ///
  /// With `--push-listen` it retries for a minute. The service may start only after it has the
  /// certificate of the simulated push service.
  private func knock(_ origin: WebOrigin, _ index: Int) async throws {
    let end = log.now + (options.pushes == nil ? 0 : Self.patience)
    while true {
      try Task.checkCancellation()
      do throws(WebError) {
        _ = try await client.fetchResponse(to: WebCall("HEAD", "/"), at: origin)
        return
      } catch {
        guard case .unreachable(let reason) = error else { return }
        guard log.now < end else { throw RehearsalError.unreachable(base[index], reason) }
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// How long a service may take to start, in milliseconds.
  private static let patience: Int64 = 60_000

  private func shakeHands(_ origin: WebOrigin, _ pass: Int) async throws {
    do throws(WebError) {
      let facts = try await client.handshake(with: origin, security: .strict)
      log.note(.probe, "TLS with \(origin.host)", facts.version)
      checkCertificate(facts, pass)
    } catch {
      if case .unreachable(let reason) = error {
        throw RehearsalError.unreachable(base[pass], reason)
      }
      isStrict = false
      log.note(.probe, "TLS with \(origin.host) as phones require it", error.description)
      guard let facts = try? await client.handshake(with: origin, security: .any) else {
        throw RehearsalError.unreachable(base[pass], error.description)
      }
      checkCertificate(facts, pass)
      let isOfTrust = "\(error)".uppercased().contains("CERTIFICATE")
      reportFinding(
        isOfTrust ? RehearsalFindings.untrusted : RehearsalFindings.tlsOld,
        isOfTrust
          ? "the certificate of \(origin.host) is not trusted: \(error)"
          : "\(origin.host) offers \(facts.version), but not the TLS that phones require: \(error)",
        pass)
    }
  }

  private func checkCertificate(_ facts: TLSFacts, _ pass: Int) {
    guard let leaf = facts.certificates.first else { return }
    if case .rsa(let bits) = leaf.publicKeyKind, bits < 2_048 {
      reportFinding(
        RehearsalFindings.tlsKey,
        "the RSA key of the server certificate has \(bits) bits, expected 2048 or more", pass)
    }
    // An expired certificate is not trusted, and this is reported already.
    let left = leaf.notAfter - Environment.now
    if (0..<14 * 86_400).contains(left) {
      let days = counted(Int(left / 86_400), "day")
      reportFinding(
        RehearsalFindings.tlsEnds, "the server certificate expires in \(days)", pass)
    }
  }

  /// Checks the addresses and tokens in the passes, without a request.
  func checkAddresses() {
    for index in passes.indices {
      var path = WebOrigin.split(base[index])?.path ?? "/"
      while path.hasSuffix("/") { path.removeLast() }
      if path.hasSuffix("/v1") {
        reportFinding(
          RehearsalFindings.doubleVersion,
          "webServiceURL ends in /v1, so phones request /v1/v1/", index)
      }
    }
    for (index, pass) in passes.enumerated() {
      let others = passes[..<index].filter { $0.key != pass.key }
      if let twin = others.first(where: { $0.read.token == pass.read.token }) {
        reportFinding(
          RehearsalFindings.tokenShared,
          "\(twin.key.serial) and \(pass.key.serial) have the same authenticationToken", index)
      }
    }
  }

  /// Fetches a pass before any registration, as a phone does when the cardholder pulls it down.
  func fetchFirst(_ index: Int) async throws {
    let pass = passes[index]
    guard
      let answer = try await ask(
        "GET", passPath(pass.key), pass: index, headers: [authorization(pass)])
    else { return }
    versions[index] = checkedPass(answer, index, "the first request for the pass")
  }

  /// Checks a response with a pass and returns its version, or nil if it has none.
  func checkedPass(_ answer: WebResponse, _ index: Int, _ what: String) -> Version? {
    guard answer.status == 200 else {
      let isElsewhere = (300..<400).contains(answer.status) && answer.status != 304
      reportFinding(
        isElsewhere ? RehearsalFindings.getRedirect : RehearsalFindings.getRefused,
        "\(what) returned \(answer.status), expected 200", index)
      return nil
    }
    let type = answer.header("Content-Type")?.split(separator: ";").first?.lowercased()
    if type != PackageKind.pass.contentType {
      reportFinding(
        RehearsalFindings.mediaType,
        "the media type is \(type ?? "missing"), expected application/vnd.apple.pkpass", index)
    }
    checkDate(answer, index)
    checkCaching(answer, index)
    if let refusal = checker.rejection(answer.body, name: "answer.pkpass") {
      reportFinding(
        RehearsalFindings.passInvalid,
        "Wallet rejects the returned pass: \(refusal.message) [\(refusal.code)]", index)
    }
    switch checker.pass(answer.body, name: "answer.pkpass") {
    case .failure(let reason):
      reportFinding(
        RehearsalFindings.passInvalid, "the response is not a pass: \(reason)", index)
      return nil
    case .success(let got):
      checkIdentity(got, index)
      return Version(
        pass: got, lastModified: answer.header("Last-Modified"), bytes: answer.body)
    }
  }

  private func checkIdentity(_ got: RehearsedPass, _ index: Int) {
    let wanted = passes[index]
    if got.key.passType != wanted.key.passType {
      reportFinding(
        RehearsalFindings.passOther,
        "the passTypeIdentifier is \(got.key.passType), expected \(wanted.key.passType)", index)
    }
    if got.key.serial != wanted.key.serial {
      reportFinding(
        RehearsalFindings.passOther,
        "the serialNumber is \(got.key.serial), expected \(wanted.key.serial)", index)
    }
    if got.read.token != wanted.read.token {
      reportFinding(
        RehearsalFindings.passOther,
        "the authenticationToken differs from that of the installed pass", index)
    }
  }

  private func checkDate(_ answer: WebResponse, _ index: Int) {
    guard let date = answer.header("Last-Modified") else {
      return reportFinding(
        RehearsalFindings.noLastModified, "the response with the pass has no Last-Modified", index)
    }
    if HTTPDate.seconds(of: date) == nil {
      reportFinding(
        RehearsalFindings.dateForm, "Last-Modified is \(date), expected an HTTP date", index)
    }
  }

  private func checkCaching(_ answer: WebResponse, _ index: Int) {
    let control = answer.header("Cache-Control")?.lowercased() ?? ""
    let words = control.split(separator: ",").map { $0.drop { $0 == " " } }
    let isLimited = ["no-cache", "no-store", "private", "max-age=0"].contains { limit in
      words.contains { $0 == limit }
    }
    if !isLimited || answer.header("Expires") != nil || words.contains("public") {
      let shown = control.isEmpty ? "missing" : control
      reportFinding(
        RehearsalFindings.getCached,
        answer.header("Expires") != nil
          ? "the pass has an Expires header" : "Cache-Control is \(shown), so a proxy may keep it",
        index)
    }
  }
}
