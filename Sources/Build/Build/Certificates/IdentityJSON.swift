// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// The result of an identity check for programs: one JSON object on one line.
package enum IdentityJSON {
  /// Returns the object without a line end.
  package static func text(of checkup: IdentityCheckup) -> String {
    let json: JSONTree = [
      "version": 1, "fits": .boolean(checkup.fits),
      "signingTime": .string(Timestamp.text(checkup.time)),
      "files": .array(
        checkup.files.map { ["file": .string($0.name), "contents": .strings($0.contents)] }),
      "identities": .array(checkup.candidates.map(identity)),
    ]
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static func identity(_ candidate: IdentityCheckup.Candidate) -> JSONTree {
    [
      "certificate": .string(candidate.certificateFile),
      "passTypeIdentifier": .string(candidate.passTypeIdentifier),
      "teamIdentifier": .string(candidate.teamIdentifier), "issuer": .string(candidate.issuerName),
      "nfc": .boolean(candidate.isNFC), "apple": .boolean(candidate.isApple),
      "notAfter": .string(candidate.notAfter.map(Timestamp.text)),
      "daysLeft": .number(candidate.daysLeft), "fits": .boolean(candidate.fits),
      "points": .array(candidate.points.map(point)),
    ]
  }

  private static func point(_ point: IdentityCheckup.Point) -> JSONTree {
    [
      "topic": .string(point.topic), "state": .string(point.state.rawValue),
      "code": .string(point.code), "message": .string(point.message), "help": .string(point.help),
    ]
  }
}
