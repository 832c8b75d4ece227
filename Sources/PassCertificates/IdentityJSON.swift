// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// What an identity is and how it stands, for programs: one object in one line.
package enum IdentityJSON {
  /// The object, without a line end.
  package static func text(of checkup: IdentityCheckup) -> String {
    var json = JSONBuilder()
    json.begin(.object, origin: .none)
    json.key("version")
    json.scalar(.number, "1")
    json.key("fits")
    json.scalar(checkup.fits ? .true : .false)
    json.key("signingTime")
    json.string(Timestamp.text(checkup.time))
    json.key("files")
    json.begin(.array, origin: .none)
    for file in checkup.files {
      json.begin(.object, origin: .none)
      json.key("file")
      json.string(file.name)
      json.key("contents")
      json.begin(.array, origin: .none)
      for content in file.contents { json.string(content) }
      json.end()
      json.end()
    }
    json.end()
    json.key("identities")
    json.begin(.array, origin: .none)
    for candidate in checkup.candidates { add(candidate, to: &json) }
    json.end()
    json.end()
    return String(decoding: JSONWriter.bytes(of: json.document().root), as: UTF8.self)
  }

  private static func add(_ candidate: IdentityCheckup.Candidate, to json: inout JSONBuilder) {
    func string(_ key: String, _ value: String?) {
      json.key(key)
      if let value { json.string(value) } else { json.scalar(.null) }
    }
    func bool(_ key: String, _ value: Bool) {
      json.key(key)
      json.scalar(value ? .true : .false)
    }
    json.begin(.object, origin: .none)
    string("certificate", candidate.certificateFile)
    string("passTypeIdentifier", candidate.passTypeIdentifier)
    string("teamIdentifier", candidate.teamIdentifier)
    string("issuer", candidate.issuerName)
    bool("nfc", candidate.isNFC)
    bool("apple", candidate.isApple)
    string("notAfter", candidate.notAfter.map(Timestamp.text))
    json.key("daysLeft")
    if let days = candidate.daysLeft { json.scalar(.number, "\(days)") } else { json.scalar(.null) }
    bool("fits", candidate.fits)
    json.key("points")
    json.begin(.array, origin: .none)
    for point in candidate.points {
      json.begin(.object, origin: .none)
      string("topic", point.topic)
      string("state", point.state.rawValue)
      string("code", point.code)
      string("message", point.message)
      string("help", point.help)
      json.end()
    }
    json.end()
    json.end()
  }
}
