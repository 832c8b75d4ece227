// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

@testable import PassDiagnostics

struct FindingTests {
  @Test func aFindingStaysTheSameHoweverItIsReported() {
    let strict = finding("area.subject.complaint", .warning)
    let reported = Diagnostic(finding: strict, severity: .error, message: "m", location: nil)
    #expect(reported.finding == strict)
    #expect(Set([strict, reported.finding]).count == 1)
    #expect(strict != finding("area.subject.other", .warning))
  }

  @Test func effectsSayOnWhichDevicesWalletRefuses() {
    #expect(Effect.refused.refusingDevices == .all)
    #expect(Effect.maybeRefused.refusingDevices == .some)
    for effect in [Effect.wrong, .ignored, .style] { #expect(effect.refusingDevices == .none) }
  }

  @Test func stepsComeInTheOrderOfTheDevice() {
    let steps: [WalletStep] = [.fields, .manifestEntries, .unknown, .archive, .icon]
    #expect(steps.sorted() == [.archive, .manifestEntries, .icon, .fields, .unknown])
  }

  @Test func aPlainFindingStandsAlone() {
    let plain = finding()
    #expect(plain.step == .unknown && plain.impliedFindings.isEmpty && plain.fileFault == nil)
    #expect(!plain.invalidatesLaterChecks && !plain.comparesCertificate)
  }
}
