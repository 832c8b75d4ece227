// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

extension ArchiveScan {
  /// Looks at every name by itself and beside the others.
  mutating func checkNames() {
    for record in records where !Self.isPlain(record.nameBytes) { checkName(record) }
    if !areClearlyDistinct() { checkRepeatedNames() }
    checkMacOSX()
  }

  /// Letters, digits and a few marks without a folder: nothing can be wrong with such a name.
  private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, first != UInt8(ascii: ".") else { return false }
    return name.withUnsafeBufferPointer { name in
      for byte in name {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "@"),
          UInt8(ascii: "-"), UInt8(ascii: "_"):
          continue
        default: return false
        }
      }
      return true
    }
  }

  /// Few names in ASCII, no two of them equal but for case; false says nothing.
  private func areClearlyDistinct() -> Bool {
    guard records.count <= 24 else { return false }
    for (index, record) in records.enumerated() {
      let name = record.nameBytes
      guard name.allSatisfy({ $0 < 0x80 }) else { return false }
      for other in records[..<index] where other.nameBytes.count == name.count {
        if zip(name, other.nameBytes).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) { return false }
      }
    }
    return true
  }

  private mutating func checkName(_ record: Record) {
    let name = record.nameBytes
    let text = shown(record.name)
    if name.contains(where: { $0 >= 0x80 }), String(validating: name, as: UTF8.self) == nil {
      report(ArchiveFindings.nameEncoding, "the name \(text) is not UTF-8", entry: record.name)
    }
    if name.contains(0) {
      report(
        ArchiveFindings.nulInName, "the name \(text) contains a NUL byte", entry: record.name)
    }
    if name.contains(UInt8(ascii: "\\")) {
      report(
        ArchiveFindings.backslash, "the name \(text) contains a backslash, expected /",
        entry: record.name)
    }
    let hasDrive = name.count >= 2 && name[name.startIndex + 1] == UInt8(ascii: ":")
    if name.first == UInt8(ascii: "/")
      || name.first == UInt8(ascii: "\\") && name.count > 1
        && name[name.startIndex + 1] == UInt8(ascii: "\\")
      || hasDrive
    {
      report(
        ArchiveFindings.absoluteName, "the name \(text) is absolute, expected a relative path",
        entry: record.name)
    }
    // Some readers take a backslash for a slash, so that it may hide a `..`.
    let parts = name.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
    }
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) {
      report(
        ArchiveFindings.parentFolder, "the name \(text) leads out of the archive",
        entry: record.name)
    }
    let inner = name.last == UInt8(ascii: "/") ? parts.dropLast() : parts[...]
    if inner.dropFirst(name.first == UInt8(ascii: "/") ? 1 : 0)
      .contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) }), !name.contains(0x5C)
    {
      report(
        ArchiveFindings.irregularName,
        name.isEmpty ? "an entry has no name" : "the path \(text) has an empty part or a .",
        entry: record.name)
    }
  }

  /// Names that come twice, or that only case or Unicode form tells apart.
  private mutating func checkRepeatedNames() {
    var exact: Set<ArraySlice<UInt8>> = []
    // Strings are equal in Swift when they are canonically equivalent.
    var folded: [String: String] = [:]
    for record in records {
      guard exact.insert(record.nameBytes).inserted else {
        report(
          ArchiveFindings.duplicateName, "there are two entries named \(shown(record.name))",
          entry: record.name)
        continue
      }
      let key = record.name.lowercased()
      if let other = folded[key] {
        report(
          ArchiveFindings.ambiguousName,
          """
          \(shown(record.name)) and \(shown(other)) differ only by \
          \(other == record.name ? "how their characters are composed" : "case")
          """, entry: record.name)
      } else {
        folded[key] = record.name
      }
    }
  }

  private mutating func checkMacOSX() {
    let count = records.count { isMacOSX($0) }
    if count > 0 {
      report(
        ArchiveFindings.macOSX,
        "\(count) \(count == 1 ? "entry" : "entries") of the Finder under __MACOSX")
    }
  }

  private func isMacOSX(_ record: Record) -> Bool {
    record.nameBytes.first == UInt8(ascii: "_") && record.nameBytes.starts(with: "__MACOSX/".utf8)
  }

  /// The folder that everything lies in, pass.json directly in it; reported.
  mutating func enclosingFolder() -> String? {
    // Where pass.json is at the root, not everything lies in a folder.
    if records.contains(where: { $0.nameBytes.elementsEqual("pass.json".utf8) }) { return nil }
    let files = records.filter { record in
      !record.isFolder && !isMacOSX(record)
        && record.nameBytes.split(separator: UInt8(ascii: "/")).last?.elementsEqual(
          ".DS_Store".utf8) != true
    }
    let pass = files.first { record in
      record.nameBytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .dropFirst().map(Array.init) == [Array("pass.json".utf8)]
    }
    guard let pass else { return nil }
    let prefix = pass.nameBytes.prefix { $0 != UInt8(ascii: "/") }
    let isPlain =
      !prefix.isEmpty && !prefix.elementsEqual(".".utf8) && !prefix.elementsEqual("..".utf8)
    guard isPlain, files.allSatisfy({ $0.nameBytes.starts(with: prefix + [UInt8(ascii: "/")]) })
    else { return nil }
    let folder = String(decoding: prefix, as: UTF8.self)
    report(
      ArchiveFindings.enclosingFolder,
      "everything lies in the folder \(shown(folder)), expected pass.json at the root")
    return folder
  }
}
