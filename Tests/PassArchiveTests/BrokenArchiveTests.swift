// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassModel
import Testing

@testable import PassArchive

typealias Entry = ZIPBuilder.Entry

func read(
  _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
) -> (archive: ReadArchive?, diagnostics: [Diagnostic]) {
  var report = Report()
  let archive = ArchiveReader.read(bytes, name: "gym.pkpass", limits: limits, report: &report)
  return (archive, report.sorted)
}

private let pass = Entry("pass.json", Array("{}".utf8))
private let icon = Entry.deflated("icon.png", [UInt8](repeating: 7, count: 300))

/// An archive and all codes that must be reported.
struct Case: Sendable, CustomTestStringConvertible {
  let about: String
  let bytes: [UInt8]
  let codes: [String]
  /// The entry of the first diagnostic, or nil for the whole archive.
  var entry: String?
  /// The entries that can be read, or nil if there is no archive.
  var intact: [String]?
  var limits = ArchiveLimits()

  var testDescription: String { about }

  init(
    _ about: String, _ builder: ZIPBuilder, _ code: String, entry: String? = nil,
    intact: [String]? = ["pass.json", "icon.png"]
  ) {
    self.init(about, builder.bytes, [code], entry: entry, intact: intact)
  }

  init(
    _ about: String, _ bytes: [UInt8], _ codes: [String], entry: String? = nil,
    intact: [String]? = nil, limits: ArchiveLimits = ArchiveLimits()
  ) {
    self.about = about
    self.bytes = bytes
    self.codes = codes
    self.entry = entry
    self.intact = intact
    self.limits = limits
  }
}

private func named(_ name: String, _ code: String) -> Case {
  Case(
    "named \(name.debugDescription)", ZIPBuilder(pass, Entry(name), icon), code,
    entry: plain(name), intact: ["pass.json", name, "icon.png"])
}

private func lying(_ about: String, _ change: (inout Entry) -> Void) -> Case {
  Case(
    about, ZIPBuilder(pass, icon.with(change)), "archive.header.mismatch", entry: "icon.png")
}

/// An entry whose bytes are not text.
private let noise = Entry("noise", (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 129) })

/// Returns the bytes after `toString()` of Node.js and its like.
private func asText(_ bytes: [UInt8]) -> [UInt8] {
  Array(String(decoding: bytes, as: UTF8.self).utf8)
}

/// Returns an archive in which every local header has this extra field.
private func overflowing(_ about: String, _ extra: [UInt8]) -> Case {
  Case(
    "an extra field with \(about)",
    ZIPBuilder(pass.with { $0.localExtra = extra }, icon.with { $0.localExtra = extra }),
    "archive.extraField.malformed", entry: "pass.json")
}

private let notArchives: [(String, [UInt8])] = [
  ("is empty", []), ("is a file with nothing but spaces", Array(" \n".utf8)),
  ("is an HTML page", Array("\n<!DOCTYPE html><html><body>404</body>".utf8)),
  ("is an HTML page", Array("<?xml version='1.0'?>\n<HTML>".utf8)),
  ("is an XML or HTML file", Array("<Error><Code>AccessDenied</Code></Error>".utf8)),
  ("is a JSON file", Array(" {\"message\":\"not found\"}".utf8)),
  ("is a JSON file", [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)),
  ("is a PDF document", Array("%PDF-1.7".utf8)), ("is a gzip file", [0x1F, 0x8B, 8, 0]),
  ("is a PNG image", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]),
  ("is a JPEG image", [0xFF, 0xD8, 0xFF]),
  ("is a 7-Zip archive", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
  ("is a tar archive", [UInt8](repeating: 0x61, count: 257) + Array("ustar\0".utf8)),
  ("is a PEM file", Array("-----BEGIN PKCS7-----".utf8)),
  ("is the Base64 text of a zip archive", Array("UEsDBAoAAAAA".utf8)),
  ("is the Base64 text of a zip archive in quotes", Array("\"UEsDBBQAAAAI\"".utf8)),
  (
    "is JSON with the Base64 text of a zip archive in body",
    Array(#"{"isBase64Encoded":true,"body":"UEsDBBQAAAAI"}"#.utf8)
  ),
  (
    "is a data URI with the Base64 text of a zip archive",
    Array("data:application/vnd.apple.pkpass;base64,UEsDBBQAAAAI".utf8)
  ),
  (
    "is a Node.js Buffer in JSON with a zip archive",
    Array(#"{"type":"Buffer","data":[80,75,3,4,20]}"#.utf8)
  ),
  ("is a Git LFS pointer", Array("version https://git-lfs.github.com/spec/v1\noid".utf8)),
  ("is an AVIF image", [0, 0, 0, 32] + Array("ftypavif".utf8)),
  ("is a RAR archive", Array("Rar!\u{1A}".utf8)),
  (
    "is a form or mail of several parts",
    Array("--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nPK".utf8)
  ),
  ("is a whole HTTP response with its headers", Array("HTTP/1.1 200 OK".utf8)),
  ("is a text file", Array("Not Found".utf8)), ("is of unknown format", [0, 1, 2, 3, 0xFF]),
  ("is of unknown format", [0x80, 0x81, 0x41, 0x42, 0x43, 0x44]),
]

private let cases: [Case] = [
  // Names
  Case(
    "one name twice", ZIPBuilder(pass, icon, pass), "archive.name.duplicate", entry: "pass.json",
    intact: ["pass.json", "icon.png", "pass.json"]),
  Case(
    "one name twice, once with ./", ZIPBuilder(pass, icon, Entry("./pass.json")).bytes,
    ["archive.name.duplicate", "archive.name.irregular"], entry: "./pass.json",
    intact: ["pass.json", "icon.png", "./pass.json"]),
  Case(
    "names that differ by case", ZIPBuilder(pass, icon, Entry("Icon.png")),
    "archive.name.ambiguous", entry: "Icon.png", intact: ["pass.json", "icon.png", "Icon.png"]),
  Case(
    "names that differ by Unicode form", ZIPBuilder(pass, Entry("\u{E9}"), Entry("e\u{301}")),
    "archive.name.ambiguous", entry: "e\u{301}", intact: ["pass.json", "\u{E9}", "e\u{301}"]),
  named("/etc/passwd", "archive.name.absolute"),
  named("C:/icon.png", "archive.name.absolute"),
  named("../icon.png", "archive.name.parentFolder"),
  named("en.lproj/../../x", "archive.name.parentFolder"),
  named("..", "archive.name.parentFolder"),
  named("en.lproj\\pass.strings", "archive.name.backslash"),
  named("a\0.png", "archive.name.containsNUL"),
  named("./logo.png", "archive.name.irregular"),
  named("en.lproj//pass.strings", "archive.name.irregular"),
  named("", "archive.name.irregular"),
  Case(
    "a name in Latin-1",
    ZIPBuilder(pass, icon, Entry("x").with { $0.name = [0x63, 0x61, 0x66, 0xE9] }),
    "archive.name.notUTF8", entry: "caf\u{FFFD}", intact: ["pass.json", "icon.png", "caf\u{FFFD}"]),
  Case(
    "a folder with content", ZIPBuilder(pass, icon, Entry("en.lproj/")), "archive.name.irregular",
    entry: "en.lproj/"),

  // Entries
  Case(
    "a symbolic link", ZIPBuilder(pass, Entry("a").with { $0.attributes = 0o120777 << 16 }, icon),
    "archive.entry.symbolicLink", entry: "a"),
  Case(
    "a pipe", ZIPBuilder(pass, Entry("a").with { $0.attributes = 0o010644 << 16 }, icon),
    "archive.entry.special", entry: "a"),
  Case(
    "an encrypted entry", ZIPBuilder(pass, Entry("a").with { $0.flags = 1 }, icon),
    "archive.entry.encrypted", entry: "a"),
  Case(
    "a strongly encrypted entry", ZIPBuilder(pass, Entry("a").with { $0.flags = 0x41 }, icon),
    "archive.entry.encrypted", entry: "a"),
  Case(
    "AES, method 99", ZIPBuilder(pass, Entry("a").with { $0.method = 99 }, icon),
    "archive.entry.unknownMethod", entry: "a"),
  Case(
    "LZMA, method 14", ZIPBuilder(pass, Entry("a").with { $0.method = 14 }, icon),
    "archive.entry.unknownMethod", entry: "a"),
  Case(
    "a stored entry with another check sum",
    ZIPBuilder(Entry("a").with { $0.packed[0] ^= 1 }, pass, icon), "archive.entry.damaged",
    entry: "a"),
  Case(
    "a deflated entry with another check sum",
    ZIPBuilder(pass, icon, Entry.deflated("a", [1, 2, 3]).with { $0.packed[6] ^= 1 }),
    "archive.entry.damaged", entry: "a"),
  Case(
    "deflated bytes that mean nothing",
    ZIPBuilder(pass, Entry.deflated("a", [1, 2, 3]).with { $0.packed[0] = 0xFF }, icon),
    "archive.entry.damaged", entry: "a"),
  Case(
    "a deflated entry that ends too early",
    ZIPBuilder(
      pass, icon,
      Entry.deflated("a", [1, 2, 3]).with {
        $0.packed.removeLast(2)
        $0.packedSize -= 2
      }), "archive.entry.damaged", entry: "a"),
  Case(
    "a deflated entry larger than it says",
    ZIPBuilder(pass, Entry.deflated("a", [1, 2, 3]).with { $0.size = 2 }, icon),
    "archive.entry.damaged", entry: "a"),
  Case(
    "a deflated entry smaller than it says",
    ZIPBuilder(pass, Entry.deflated("a", [1, 2, 3]).with { $0.size = 9 }, icon),
    "archive.entry.damaged", entry: "a"),
  Case(
    "a stored entry with two sizes", ZIPBuilder(pass, Entry("a").with { $0.size = 9 }, icon),
    "archive.entry.damaged", entry: "a"),

  Case(
    "packed sizes that are both too small",
    ZIPBuilder(pass, Entry.deflated("a", [1, 2, 3]).with { $0.packedSize -= 3 }, icon),
    "archive.entry.damaged", entry: "a"),
  // libzip reports nothing here.
  Case(
    "a deflated entry without bytes but with a check sum",
    ZIPBuilder(
      pass, icon,
      Entry("a", []).with { ($0.method, $0.crc32) = (8, 5) }), "archive.entry.damaged", entry: "a"),

  Case(
    "an archive that was read as UTF-8", asText(ZIPBuilder(pass, icon, noise).bytes),
    ["archive.file.readAsText"]),

  // Headers
  lying("a local header with another name") { $0.localName = Array("logo.png".utf8) },
  lying("a local header with a longer name") { $0.localName = Array("icon.png.exe".utf8) },
  lying("a local header with another method") { $0.localMethod = 0 },
  lying("a local header with another size") { $0.localSize = 1 },
  lying("a local header with another packed size") { $0.localPackedSize = 1 },
  lying("a local header with another check sum") { $0.localCRC32 = 1 },
  lying("a local header that is encrypted") { $0.localFlags = 1 },
  Case(
    "a data descriptor with other numbers",
    ZIPBuilder(pass, Entry.streamed("icon.png").with { $0.after[5] ^= 1 }),
    "archive.header.mismatch", entry: "icon.png"),
  Case(
    "no data descriptor where one is announced",
    ZIPBuilder(pass, Entry.streamed("icon.png").with { $0.after = [] }),
    "archive.header.mismatch", entry: "icon.png"),
  Case(
    "another Unicode name in the directory",
    ZIPBuilder(pass, icon.with { $0.directoryExtra = unicodePath("logo.png") }),
    "archive.header.mismatch", entry: "icon.png"),
  Case(
    "another Unicode name in the local header",
    ZIPBuilder(pass, icon.with { $0.localExtra = [1, 2, 0, 0] + unicodePath("logo.png") }),
    "archive.header.mismatch", entry: "icon.png"),
  Case(
    "an extra field that announces more than it has, in both headers",
    ZIPBuilder(
      pass,
      icon.with { ($0.localExtra, $0.directoryExtra) = (Array("logo".utf8), Array("logo".utf8)) }),
    "archive.extraField.malformed", entry: "icon.png"),
  overflowing("logo", Array("logo".utf8)),
  overflowing("a record one byte too long", [0xFE, 0xCA, 2, 0, 7]),
  overflowing("a second record too long", [0xFE, 0xCA, 0, 0, 0x55, 0x54, 9, 0, 1, 0, 0, 0, 0]),
  overflowing("one byte", [1]), overflowing("no times", [0x55, 0x54, 0, 0]),
  overflowing("half of AES", [0x01, 0x99, 2, 0, 2, 0]),
  Case(
    "an extra field in the directory alone",
    ZIPBuilder(pass, icon.with { $0.directoryExtra = Array("logo".utf8) }),
    "archive.extraField.malformed", entry: "icon.png"),
  Case(
    "an offset into nowhere",
    ZIPBuilder(pass, icon, Entry("a").with { ($0.offset, $0.isWritten) = (5, false) }),
    "archive.header.missing", entry: "a"),
  Case(
    "an offset beyond the end",
    ZIPBuilder(pass, icon, Entry("a").with { ($0.offset, $0.isWritten) = (.max - 1, false) }),
    "archive.header.missing", entry: "a"),

  // Layout
  Case(
    "two entries that share their bytes",
    ZIPBuilder(
      pass, icon, Entry("a"),
      Entry("b").with { ($0.offset, $0.isWritten) = (overlapOffset, false) }),
    "archive.entry.overlapping", entry: "b"),
  Case(
    "an entry that reaches into the directory",
    ZIPBuilder(
      pass, icon,
      Entry("a").with { ($0.packedSize, $0.size) = (60, 60) }), "archive.entry.overlapping",
    entry: "a"),
  Case(
    "an entry that reaches into the next", nested, "archive.entry.overlapping", entry: "b",
    intact: ["pass.json"]),
  Case(
    "an entry the directory does not list",
    ZIPBuilder(pass, Entry("hidden").with { $0.isInDirectory = false }, icon),
    "archive.entry.unlisted", entry: "hidden"),
  Case(
    "bytes between entries", ZIPBuilder(pass.with { $0.after = [1, 2, 3] }, icon),
    "archive.data.unaccounted"),
  Case(
    "bytes between directory and entries", ZIPBuilder(pass, icon.with { $0.after = [1, 2, 3] }),
    "archive.data.unaccounted"),
  Case(
    "bytes before, offsets from the file's start",
    ZIPBuilder(pass, icon).with { $0.before = Array("#!/bin/sh\n".utf8) }, "archive.data.before"),
  Case(
    "bytes before, offsets from the archive's start",
    ZIPBuilder(pass, icon).with {
      $0.before = [0xEF, 0xBB, 0xBF]
      $0.offsetsFromFirstEntry = true
    }, "archive.data.before"),
  Case(
    "a whole archive before",
    ZIPBuilder(pass, icon).with {
      $0.before = ZIPBuilder(pass).bytes
      $0.offsetsFromFirstEntry = true
    }.bytes, ["archive.entry.unlisted"], entry: "pass.json", intact: ["pass.json", "icon.png"]),
  Case(
    "a line break after", ZIPBuilder(pass, icon).with { $0.after = [10] }, "archive.data.after"),
  Case(
    "100 kB after",
    ZIPBuilder(pass, icon).with { $0.after = [UInt8](repeating: 32, count: 100_000) },
    "archive.data.after"),
  Case(
    "bytes between directory and end record",
    ZIPBuilder(pass, icon).with { $0.afterDirectory = [1, 2, 3] }, "archive.data.unaccounted"),
  Case(
    "a comment that is an end record",
    secondEnd { $0 }, ["archive.data.unaccounted"], intact: ["pass.json", "icon.png"]),
  Case(
    "a comment that holds an end record with another comment",
    secondEnd { $0.dropLast(2) + [9, 0] }, ["archive.data.unaccounted"],
    intact: ["pass.json", "icon.png"]),
  Case(
    "part 2 of several", ZIPBuilder(pass, icon).with { $0.disk = 1 }, "archive.file.split"),
  Case("no entries", ZIPBuilder(), "archive.entries.none", intact: []),
  Case(
    "more entries than there are", ZIPBuilder(pass, icon).with { $0.entryCount = 3 },
    "archive.directory.invalid"),
  Case(
    "fewer entries than there are", ZIPBuilder(pass, icon).with { $0.entryCount = 1 },
    "archive.directory.invalid"),
  Case(
    "fewer entries in this part than in all", ZIPBuilder(pass, icon).with { $0.entriesOnDisk = 1 },
    "archive.directory.invalid"),
  Case("a directory larger than it is", sized(+1), "archive.directory.invalid"),
  Case("a directory smaller than it is", sized(-1), "archive.directory.invalid"),
  Case("a directory much larger than it is", sized(+50), "archive.directory.invalid"),
  Case(
    "a directory whose size covers bytes behind it",
    sized(+3).with { $0.afterDirectory = [1, 2, 3] }, "archive.data.unaccounted"),
  Case(
    "an entry that starts in part 2",
    ZIPBuilder(pass, icon.with { $0.startDisk = 1 }), "archive.file.split"),
  Case(
    "a directory that is nowhere",
    ZIPBuilder(pass, icon).with { ($0.directorySize, $0.directoryOffset) = (7, 9) },
    "archive.directory.invalid", intact: []),
  Case(
    "a directory header that is cut",
    ZIPBuilder(pass, icon).with { $0.entries[1].name += [0, 0] }
      .bytesWithLongName, ["archive.directory.invalid"], intact: ["pass.json"]),

  // Truncation
  Case(
    "cut before the directory", Array(ZIPBuilder(pass, icon).bytes.prefix(300)),
    ["archive.file.truncated"], intact: ["pass.json"]),
  Case(
    "cut in the end record", Array(ZIPBuilder(pass, icon).bytes.dropLast(5)),
    ["archive.file.truncated"], intact: ["pass.json", "icon.png"]),
  Case(
    "cut in the archive's comment",
    Array(ZIPBuilder(pass, icon).with { $0.comment = [1, 2, 3, 4] }.bytes.dropLast(2)),
    ["archive.file.truncated"], intact: ["pass.json", "icon.png"]),
  Case(
    "20 bytes missing in the middle",
    Array(ZIPBuilder(pass, icon).bytes.prefix(200) + ZIPBuilder(pass, icon).bytes.dropFirst(220)),
    ["archive.file.truncated"], intact: ["pass.json"]),
  Case(
    "a cut archive of archives",
    Array(
      ZIPBuilder(Entry("a.pkpass", ZIPBuilder(pass, icon).bytes), Entry("b.pkpass", pass.packed))
        .bytes.prefix(39 + ZIPBuilder(pass, icon).bytes.count)), ["archive.file.truncated"],
    intact: ["a.pkpass"]),

  // ZIP64
  Case(
    "ZIP64 sizes",
    ZIPBuilder(
      pass,
      icon.with {
        let numbers = littleEndian(UInt64($0.size)) + littleEndian(UInt64($0.packedSize))
        ($0.size, $0.packedSize) = (.max, .max)
        $0.directoryExtra = [1, 0, 16, 0] + numbers
        $0.localExtra = [1, 0, 16, 0] + numbers
      }), "archive.zip64.present"),
  Case(
    "ZIP64 sizes in a local header alone",
    ZIPBuilder(
      pass,
      icon.with {
        let numbers = littleEndian(UInt64($0.size)) + littleEndian(UInt64($0.packedSize))
        ($0.localSize, $0.localPackedSize) = (.max, .max)
        $0.localExtra = [1, 0, 16, 0] + numbers
      }), "archive.zip64.present"),
  Case("a ZIP64 end record", zip64, ["archive.zip64.present"], intact: ["pass.json", "icon.png"]),

  // Folders
  Case(
    "an enclosing folder",
    ZIPBuilder(
      Entry("gym.pass/", []), Entry("gym.pass/pass.json"), Entry("gym.pass/en.lproj/pass.strings"),
      Entry(".DS_Store")), "archive.folder.enclosing",
    intact: ["gym.pass/pass.json", "gym.pass/en.lproj/pass.strings", ".DS_Store"]),
  Case(
    "the Finder's folder", ZIPBuilder(pass, icon, Entry("__MACOSX/._icon.png")),
    "archive.folder.macOSX", intact: ["pass.json", "icon.png", "__MACOSX/._icon.png"]),

  // Limits
  Case(
    "too many entries", ZIPBuilder((0...4096).map { Entry("\($0)") }).bytes,
    ["archive.limit.exceeded"]),
  Case(
    "more entries than limit and end record say",
    ZIPBuilder((0...4096).map { Entry("\($0)") }).with { $0.entryCount = 7 }.bytes,
    ["archive.limit.exceeded"]),
  Case(
    "an entry of 3 GB",
    ZIPBuilder(
      pass, icon, Entry.deflated("a", [1]).with { $0.size = 3_000_000_000 }),
    "archive.limit.exceeded", entry: "a"),
  Case(
    "an entry that unpacks to 300 times its size",
    ZIPBuilder(
      pass, icon,
      Entry("a", deflateZeros(runs: 3000)).with { ($0.method, $0.size) = (8, 1_500_000) }),
    "archive.limit.exceeded", entry: "a"),
  Case(
    "many entries of 60 MB",
    ZIPBuilder(
      (0..<10).map { index in
        Entry("\(index)", [UInt8](repeating: 0, count: 400_000))
          .with { ($0.method, $0.size) = (8, 60_000_000) }
      }
    ).bytes, ["archive.limit.exceeded"]),
  Case(
    "a name of 300 bytes",
    ZIPBuilder(pass, icon, Entry(String(repeating: "n", count: 300))), "archive.limit.exceeded",
    entry: String(repeating: "n", count: 120) + "…"),
]

/// Returns an archive whose end record has a wrong size of the directory.
private func sized(_ more: Int) -> ZIPBuilder {
  let size = [pass, icon].reduce(0) { $0 + 46 + $1.name.count }
  return ZIPBuilder(pass, icon).with { $0.directorySize = UInt32(size + more) }
}

/// Returns Info-ZIP's extra field with a UTF-8 name and the checksum of the name in the header.
private func unicodePath(
  _ name: String, version: UInt8 = 1, for header: String = "icon.png"
) -> [UInt8] {
  var field = ZIPBytes()
  field.add16(0x7075)
  field.add16(UInt16(5 + name.utf8.count))
  field.bytes.append(version)
  field.add32(CRC32.of(Array(header.utf8)))
  return field.bytes + Array(name.utf8)
}

/// Returns an archive with a changed copy of its end record as comment.
private func secondEnd(_ change: (ArraySlice<UInt8>) -> some Collection<UInt8>) -> [UInt8] {
  let plain = ZIPBuilder(pass, icon)
  return plain.with { $0.comment = Array(change(plain.bytes.suffix(22))) }.bytes
}

private func littleEndian(_ value: UInt64) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// Offset of the third entry in an archive that starts with pass and icon.
private let overlapOffset = UInt32(
  39 + pass.packed.count + 38 + icon.packed.count)

/// `b` is inside the data of `a`.
private let nested: ZIPBuilder = {
  let inner = Entry("b", Array("inner".utf8))
  var content = Array(ZIPBuilder(inner).bytes.prefix(36))
  content += [1, 2, 3]
  return ZIPBuilder(
    pass, Entry("a", content),
    inner.with {
      $0.isWritten = false
      $0.offset = UInt32(39 + pass.packed.count + 31)
    })
}()

private let zip64: [UInt8] = {
  let builder = ZIPBuilder(pass, icon)
  let plain = builder.bytes
  let size = UInt64(plain.count - 22 - Int(overlapOffset))
  let record =
    [0x50, 0x4B, 6, 6] + littleEndian(44) + [45, 0, 45, 0] + [UInt8](repeating: 0, count: 8)
    + littleEndian(2) + littleEndian(2) + littleEndian(size) + littleEndian(UInt64(overlapOffset))
  let locator =
    [0x50, 0x4B, 6, 7, 0, 0, 0, 0] + littleEndian(UInt64(plain.count - 22)) + [1, 0, 0, 0]
  return builder.with {
    $0.afterDirectory = record + locator
    ($0.entryCount, $0.directorySize, $0.directoryOffset) = (.max, .max, .max)
  }.bytes
}()

extension ZIPBuilder {
  /// The archive with a last name in the directory that is longer than the file.
  fileprivate var bytesWithLongName: [UInt8] {
    var bytes = self.bytes
    let last = entries.last.map { 46 + $0.name.count } ?? 0
    bytes[bytes.count - 22 - last + 29] = 0xFF
    return bytes
  }
}

struct BrokenArchiveTests {
  /// bsdtar reads all of these, and so does Wallet.
  @Test(
    arguments: [
      [0], [0, 0, 0], [UInt8](repeating: 0, count: 4), [UInt8](repeating: 0, count: 7),
      [0xFE, 0xCA, 0, 0, 0], [0xFE, 0xCA, 2, 0, 1, 2, 3, 4, 5],
      // Times, with two bytes more than the flags need.
      [0x55, 0x54, 7, 0, 1, 0, 0, 0, 0, 0, 0], [0x55, 0x54, 1, 0, 1],
      // A ZIP64 record that no size refers to.
      [1, 0, 0, 0],
    ] as [[UInt8]])
  func extraFieldsThatOthersReadAreFine(_ extra: [UInt8]) {
    let entry = icon.with { ($0.localExtra, $0.directoryExtra) = (extra, extra) }
    #expect(read(ZIPBuilder(pass, entry).bytes).diagnostics.map(\.message) == [])
  }

  /// FTP in text mode, or Git with core.autocrlf.
  @Test func convertedLineEndsAreNamedWithTheRemedy() throws {
    let bytes = ZIPBuilder(pass, icon, noise, Entry("a.strings", Array("a\nb\r\nc\n".utf8))).bytes
    let converted = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    let diagnostics = read(converted).diagnostics
    #expect(diagnostics.map(\.code) == ["archive.file.readAsText"])
    let found = try #require(diagnostics.first)
    #expect(found.message.hasSuffix("was converted as text, which made CR LF of each line feed"))
    #expect(found.help.contains("FTP") && found.help.contains(".gitattributes"))
    // Other damage of the converted file is not explained by it.
    let cut = read(Array(converted.dropLast(40))).diagnostics
    #expect(cut.contains { $0.code != "archive.file.readAsText" }, "\(cut.map(\.code))")
  }

  @Test func bytesReadAsTextAreNamedWithTheRemedy() throws {
    let bytes = ZIPBuilder(pass, icon, noise).bytes
    for damage in [asText(bytes), bytes.flatMap { Array(String(UnicodeScalar($0)).utf8) }] {
      let diagnostics = read(damage).diagnostics
      #expect(diagnostics.map(\.code) == ["archive.file.readAsText"])
      let found = try #require(diagnostics.first)
      #expect(found.message.hasPrefix("gym.pkpass was "), "\(found.message)")
      for word in ["Node.js", "arrayBuffer", "isBase64Encoded", "PHP"] {
        #expect(found.help.contains(word), "\(found.help)")
      }
    }
    #expect(read(bytes).diagnostics.isEmpty)
  }

  @Test func anExtraFieldIsNamedOnceWithWhatItLacks() throws {
    let extra = Array("logo".utf8)
    let entries = [pass, icon, Entry("a")].map { entry in
      entry.with { ($0.localExtra, $0.directoryExtra) = (extra, extra) }
    }
    let diagnostics = read(ZIPBuilder(entries).bytes).diagnostics
    #expect(
      diagnostics.map(\.message) == [
        "the extra field of \"pass.json\" announces 28519 bytes, but has 0, and 2 more are like it"
      ])
  }

  @Test func aZIP64RecordNeedsEachNumberThatRefersToIt() {
    let entry = icon.with {
      ($0.localSize, $0.localPackedSize) = (.max, .max)
      $0.localExtra = [1, 0, 8, 0] + littleEndian(UInt64($0.size))
    }
    let codes = read(ZIPBuilder(pass, entry).bytes).diagnostics.map(\.code)
    #expect(codes.contains("archive.extraField.malformed"), "\(codes)")
  }

  @Test(arguments: cases)
  func givesExactlyItsFinding(_ broken: Case) throws {
    let (archive, diagnostics) = read(broken.bytes, limits: broken.limits)
    #expect(diagnostics.map(\.code) == broken.codes, "\(diagnostics.map(\.message))")
    let location = try #require(diagnostics.first?.location)
    if let entry = broken.entry {
      #expect(location == Location(bundle: "gym.pkpass", file: entry))
    } else {
      #expect(location == Location(file: "gym.pkpass"))
    }
    let intact = archive?.entries.filter(\.isIntact).map(\.path)
    #expect(intact == broken.intact)
  }

  /// Other readers use the name of the header in this case, as we do.
  @Test(arguments: [
    unicodePath("icon.png"), unicodePath("logo.png", for: "Icon.png"),
    unicodePath("logo.png", version: 2), [0x75, 0x70, 3, 0, 1, 0, 0],
  ])
  func passesOverAUnicodeNameThatChangesNothing(_ field: [UInt8]) {
    for entry in [icon.with { $0.directoryExtra = field }, icon.with { $0.localExtra = field }] {
      #expect(read(ZIPBuilder(pass, entry).bytes).diagnostics.map(\.code) == [])
    }
  }

  @Test(arguments: notArchives)
  func saysWhatItIsInstead(_ words: String, _ bytes: [UInt8]) {
    let (archive, diagnostics) = read(bytes)
    #expect(archive == nil)
    #expect(diagnostics.map(\.code) == ["archive.file.notZip"])
    #expect(diagnostics.first?.message.hasSuffix(" \(words), not a pass") == true)
  }

  @Test func readsAFileThatIsMarkedAsAFolder() {
    let (archive, diagnostics) = read(
      ZIPBuilder(pass, icon.with { $0.attributes = 0o040755 << 16 }).bytes)
    #expect(diagnostics.map(\.code) == ["archive.name.irregular"])
    #expect(archive?.entries.map(\.path) == ["pass.json", "icon.png"])
  }

  @Test func everyFindingIsProven() {
    let proven = Set(cases.flatMap(\.codes) + ["archive.file.notZip"])
    #expect(Set(ArchiveFindings.all.map(\.code)).subtracting(proven) == [])
    #expect(Set(ArchiveFindings.all.map(\.code)).count == ArchiveFindings.all.count)
    #expect(cases.count >= 40)
  }

  @Test func severityAndEffectKeepInStep() {
    for finding in ArchiveFindings.all {
      let isError = [.refused, .wrong].contains(finding.effect)
      // An error although it is not known what Wallet does.
      let isUnknown = [
        "archive.name.duplicate", "archive.limit.exceeded", "archive.header.mismatch",
      ].contains(finding.code)
      #expect((isError || isUnknown) == (finding.severity == .error), "\(finding.code)")
      #expect(!finding.why.isEmpty && !finding.help.isEmpty)
    }
  }

  /// en.lproj/../x stays inside the folder, but is rejected anyway.
  @Test func saysOfTwoDotsWhatIsTrue() {
    let messages = read(ZIPBuilder(pass, Entry("en.lproj/../x")).bytes).diagnostics.map(\.message)
    #expect(messages == [#"the name "en.lproj/../x" has .. in it, expected a path without"#])
  }

  @Test func namesEveryFaultOfOneArchive() {
    let bytes = ZIPBuilder(
      pass, Entry("../a"), Entry("b").with { $0.flags = 1 }, Entry("c").with { $0.packed[0] ^= 1 }
    ).bytes
    #expect(
      Set(read(bytes).diagnostics.map(\.code)) == [
        "archive.name.parentFolder", "archive.entry.encrypted", "archive.entry.damaged",
      ])
  }

  @Test func takesTheEnclosingFolderOff() {
    let bytes = ZIPBuilder(Entry("gym/pass.json"), Entry("gym/a"), Entry("__MACOSX/gym/._a")).bytes
    let files = read(bytes).archive?.packagedFiles()
    #expect(files?.map(\.path) == ["__MACOSX/gym/._a", "a", "pass.json"])
    #expect(files?.map(\.name) == ["__MACOSX/gym/._a", "gym/a", "gym/pass.json"])
  }

  @Test func takesTheLaterOfTwoEntries() {
    let bytes = ZIPBuilder(Entry("a", [1]), Entry("b", [2]), Entry("a", [3])).bytes
    let files = read(bytes).archive?.packagedFiles()
    #expect(files?.map(\.path) == ["a", "b"])
    #expect(files?.map(\.bytes) == [[3], [2]])
  }

  @Test func raisesALimitByName() {
    var limits = ArchiveLimits()
    let bytes = ZIPBuilder(Entry(String(repeating: "n", count: 300))).bytes
    #expect(!read(bytes, limits: limits).diagnostics.isEmpty)
    let isSet = limits.set("name-length", to: 300)
    #expect(isSet)
    #expect(read(bytes, limits: limits).diagnostics.isEmpty)
    for name in ArchiveLimits.names {
      let isKnown = limits.set(name, to: 5)
      #expect(isKnown)
    }
    let isKnown = limits.set("size", to: 5)
    let isPositive = limits.set("ratio", to: 0)
    #expect(!isKnown && !isPositive)
    #expect(limits.entries == 5 && limits.totalSize == 5 && limits.entrySize == 5)
  }
}
