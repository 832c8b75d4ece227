// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

extension ArchiveScan {
  /// Checks every name by itself and compared with the others.
  mutating func checkNames() {
    for index in records.indices where !Self.isPlain(records[index].nameBytes) {
      checkName(records[index])
      records[index].plainName = Self.plainName(records[index].nameBytes)
    }
    if !areClearlyDistinct() { checkRepeatedNames() }
    checkMacOSX()
  }

  /// Returns whether a name cannot have any of the problems: letters, digits and a few marks, with
  /// no part that is empty or begins with a dot. It is a fast path.
  private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
    name.withUnsafeBufferPointer { name in
      var isStart = true
      for byte in name {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          isStart = false
        case UInt8(ascii: "."), UInt8(ascii: "/"):
          if isStart { return false }
          isStart = byte == UInt8(ascii: "/")
        default: return false
        }
      }
      return !name.isEmpty
    }
  }

  /// Returns the name with / for every backslash and without ./ and empty parts, or nil if that
  /// changes nothing. An absolute name or one with .. stays as it is.
  private static func plainName(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    guard mayBeWrittenOtherwise(name) else { return nil }
    let parts = name.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
    }
    let isElsewhere =
      parts.contains { $0.elementsEqual("..".utf8) } || name.contains(0) || hasDrive(name)
    guard let first = parts.first, !first.isEmpty, !isElsewhere else { return nil }
    let kept = parts.filter { !$0.isEmpty && !$0.elementsEqual(".".utf8) }
    guard !kept.isEmpty else { return nil }
    let slash = [UInt8(ascii: "/")]
    let plain = Array(kept.joined(separator: slash)) + (parts.last?.isEmpty ?? false ? slash : [])
    return plain.elementsEqual(name) ? nil : plain
  }

  /// Returns whether a name has a backslash, or a part that is empty or begins with a dot.
  private static func mayBeWrittenOtherwise(_ name: ArraySlice<UInt8>) -> Bool {
    var isStart = true
    for byte in name {
      if byte == UInt8(ascii: "\\") { return true }
      let isSlash = byte == UInt8(ascii: "/")
      if isStart, isSlash || byte == UInt8(ascii: ".") { return true }
      isStart = isSlash
    }
    return false
  }

  private static func hasDrive(_ name: ArraySlice<UInt8>) -> Bool {
    name.count >= 2 && name[name.startIndex + 1] == UInt8(ascii: ":")
  }

  /// Returns whether there are few names, all ASCII, and no two of them equal if case is ignored.
  /// It is a fast path: false means that the names must be compared.
  private func areClearlyDistinct() -> Bool {
    guard records.count <= 24 else { return false }
    for (index, record) in records.enumerated() {
      let name = record.pathBytes
      guard name.allSatisfy({ $0 < 0x80 }) else { return false }
      for other in records[..<index] where other.pathBytes.count == name.count {
        if zip(name, other.pathBytes).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) { return false }
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
    if name.first == UInt8(ascii: "/")
      || name.first == UInt8(ascii: "\\") && name.count > 1
        && name[name.startIndex + 1] == UInt8(ascii: "\\")
      || Self.hasDrive(name)
    {
      report(
        ArchiveFindings.absoluteName, "the name \(text) is absolute, expected a relative path",
        entry: record.name)
    }
    // Some readers interpret a backslash as a slash, so it may hide a `..`.
    let parts = name.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
    }
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) {
      report(
        ArchiveFindings.parentFolder, "the name \(text) has .. in it, expected a path without",
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

  /// Reports names that occur twice or differ only in case or Unicode form.
  private mutating func checkRepeatedNames() {
    var exact: Set<ArraySlice<UInt8>> = []
    // Swift strings are equal if they are canonically equivalent.
    var folded: [String: String] = [:]
    for record in records {
      guard exact.insert(record.pathBytes).inserted else {
        let path = shown(String(decoding: record.pathBytes, as: UTF8.self))
        report(
          ArchiveFindings.duplicateName,
          "there are two entries \(record.plainName == nil ? "named" : "for") \(path)",
          entry: record.name)
        continue
      }
      let key = record.name.lowercased()
      if let other = folded[key] {
        report(
          ArchiveFindings.ambiguousName,
          """
          \(shown(record.name)) and \(shown(other)) differ only in \
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
    let path = record.pathBytes
    return path.first == UInt8(ascii: "_") && path.starts(with: "__MACOSX/".utf8)
  }

  /// Returns and reports the folder that contains everything, with pass.json directly in it.
  mutating func enclosingFolder() -> String? {
    // If pass.json is at the root, there is no enclosing folder.
    let name = Array(PackageKind.pass.document.utf8)
    if records.contains(where: { $0.pathBytes.elementsEqual(name) }) { return nil }
    let files = records.filter { record in
      !record.isFolder && !isMacOSX(record)
        && record.pathBytes.split(separator: UInt8(ascii: "/")).last?.elementsEqual(
          ".DS_Store".utf8) != true
    }
    // If there are several, the one with the shortest path counts.
    let passes = files.lazy.map(\.pathBytes).filter { $0.suffix(10).elementsEqual([0x2F] + name) }
    guard let pass = passes.min(by: { $0.count < $1.count }) else { return nil }
    let prefix = pass.dropLast(name.count)
    let parts = prefix.dropLast().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0.elementsEqual("..".utf8) }),
      files.allSatisfy({ $0.pathBytes.starts(with: prefix) })
    else { return nil }
    let folder = String(decoding: prefix.dropLast(), as: UTF8.self)
    report(
      ArchiveFindings.enclosingFolder,
      "everything is in the folder \(shown(folder)), expected pass.json at the root")
    return folder
  }
}
