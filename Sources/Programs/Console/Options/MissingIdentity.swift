// SPDX-License-Identifier: Apache-2.0

import PassBasics

extension CommandFailureError {
  /// Makes the error of a command that was given no identity. The help has the commands that make
  /// one, for tests and for passes on iPhones.
  ///
  /// - Parameters:
  ///   - need: what needs the identity, as the beginning of the sentence.
  ///   - passType: the pass type identifier of the passes, or nil if it is not known.
  package static func noIdentity(
    _ need: String = "signing needs an identity", passType: String? = nil
  ) -> CommandFailureError {
    let type = ShellWord.quoted(passType ?? "pass.com.example.gym")
    return .usage(
      "\(need): add --identity DIR or set PASSC_IDENTITY",
      help: "to make one for trying, run: passc cert example -o my-identity",
      or: "to make a real one, run: passc cert request --pass-type \(type) -o my-identity")
  }
}
