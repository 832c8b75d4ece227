// SPDX-License-Identifier: Apache-2.0

// As a user of the library imports it, beside Foundation: no name is of both.
import Foundation
import PassBuild
import Testing

struct FoundationNamesTests {
  @Test func foundationsBundleIsStillMeant() {
    let bundle: Bundle = Bundle.main
    #expect(!bundle.bundlePath.isEmpty)
    let pass: SignedBundle? = nil
    #expect(pass == nil)
  }
}
