// SPDX-License-Identifier: Apache-2.0

import PassBasics

extension DistinguishedName {
  /// The generation of an authority, if OU is one, such as `G4`. Apple's intermediates have the
  /// same common name and differ in it.
  var generation: String? {
    guard let unit = organizationalUnit, unit.first == "G", (2...3).contains(unit.utf8.count),
      unit.utf8.dropFirst().allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
    else { return nil }
    return unit
  }

  /// The name of an authority for people: the common name with the generation, or the whole name.
  package var authorityName: String {
    guard let commonName else { return text }
    guard let generation, !commonName.hasSuffix(generation) else { return commonName }
    return "\(commonName) \(generation)"
  }
}

extension Certificate {
  /// The details in which authorities with one name differ, such as `generation G4, key id
  /// 09a0…, SHA-256 ea47…`.
  package var authorityDetails: String {
    let generation = TrustAnchors.anchor(for: self)?.generation ?? subject.generation
    let key = subjectKeyIdentifier.map { Hex.encode($0) } ?? "missing"
    return (generation.map { "generation \($0), " } ?? "")
      + "key id \(key), SHA-256 \(sha256Hex)"
  }
}
