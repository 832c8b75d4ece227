// SPDX-License-Identifier: Apache-2.0

// Imports the library next to Foundation as a user does. No name may be ambiguous.
import Foundation
import PassBuild
import Testing

struct FoundationNamesTests {
  @Test func foundationsBundleIsStillMeant() {
    let bundle: Bundle = Bundle.main
    #expect(!bundle.bundlePath.isEmpty)
    let pass: SignedPass? = nil
    #expect(pass == nil)
  }
}
