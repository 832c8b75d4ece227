// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with a bundle as a zip archive.
///
/// Their proofs are archives made byte by byte, in PassArchiveTests: a merge patch cannot say
/// them.
package enum ArchiveFindings {
  private static let format = Basis.documented("Apple, Wallet Passes: Building a Pass")
  private static let ordinary = Basis.observed("none of 235 published bundles has it")

  private static func appnote(_ section: String) -> Basis {
    .documented("PKWARE APPNOTE.TXT \(section)")
  }

  private static func finding(
    _ code: String, _ severity: Severity, _ effect: Effect, _ source: Basis, why: String,
    help: String, settings: [RunSetting] = [], wrong: String, right: String,
    losesGround: Bool = false, echoes: [Echo] = []
  ) -> Finding {
    Finding(
      code, severity, effect: effect, step: .archive, why: why, help: help, settings: settings,
      source: source, wrong: wrong, right: right, losesGround: losesGround, echoes: echoes)
  }

  // MARK: The file

  /// The file holds something else than a zip archive; the message says what it looks like.
  package static let notZip = finding(
    "archive.file.notZip", .error, .refused, format,
    why: """
      A .pkpass is a zip archive. Eleven of 235 published bundles were error pages in JSON or \
      HTML that somebody had saved as .pkpass.
      """,
    help: "look at the file as text: often it is the server's answer instead of the pass",
    wrong: "a .pkpass that begins with <!DOCTYPE html>: the page of a failed download",
    right: "a .pkpass that begins with the bytes PK 03 04", losesGround: true)
  /// The archive ends before its directory does, or bytes of its start or comment are missing.
  package static let truncated = finding(
    "archive.file.truncated", .error, .refused, appnote("4.3.6"),
    why: """
      The list of the entries stands at the end of an archive; one that was cut while it was \
      written or sent has lost it.
      """,
    help: "copy or download the file again and compare its size",
    wrong: "the first 20,000 bytes of an archive of 26,000",
    right: "the whole file, with its end record", losesGround: true)
  /// The archive is one of several parts, or says so of an entry.
  package static let split = finding(
    "archive.file.split", .error, .refused, ordinary,
    why: "Archives cut into several files cannot be put together again by Wallet.",
    help: "write the archive as one file",
    wrong: "gym.z01 and gym.zip, as zip -s writes them",
    right: "gym.pkpass in one piece", losesGround: true)
  /// The archive is sound and holds nothing.
  package static let noEntries = finding(
    "archive.entries.none", .error, .refused, format,
    why: "An archive without entries holds no pass.json, manifest.json or signature.",
    help: "pack the files of the pass",
    wrong: "an end record and nothing else, 22 bytes",
    right: "entries for pass.json, manifest.json, signature and the images", losesGround: true)
  /// The end record and the directory contradict each other, or there is no directory.
  package static let directory = finding(
    "archive.directory.invalid", .error, .refused, appnote("4.3.12 and 4.3.16"),
    why: """
      The central directory says which entries there are and where; when it contradicts itself, \
      each reader sees other files.
      """,
    help: "write the archive again with another program",
    wrong: "an end record that counts 9 entries over a directory of 7",
    right: "a count, a size and an offset that fit the directory", losesGround: true)
  /// The archive uses the extension for sizes over 4 GB, in whichever of its headers.
  package static let zip64 = finding(
    "archive.zip64.present", .note, .style,
    .observed("one of 235 published bundles has it, an authentic .pkpasses of two small passes"),
    why: """
      ZIP64 is for archives over 4 GB. Some programs write it for small ones too, when they do \
      not know the sizes beforehand. An authentic bundle was handed out so; whether every version \
      of Wallet reads it is not known.
      """,
    help: "write to a file and not to a pipe, or turn ZIP64 off",
    wrong: "zip -r - . > gym.pkpass, which cannot know the sizes beforehand",
    right: "zip -r gym.pkpass .")
  /// Bytes stand before the first entry that belong to no entry.
  package static let dataBefore = finding(
    "archive.data.before", .warning, .maybeRefused, ordinary,
    why: """
      Bytes before the first entry (a script, blank lines, a byte order mark) are skipped by \
      some readers and make others refuse the file.
      """,
    help: "look at what the server or script writes before the archive",
    wrong: "a line break before PK 03 04, left by a script of the server",
    right: "PK 03 04 as the first four bytes")
  /// Bytes stand behind the end record and its comment.
  package static let dataAfter = finding(
    "archive.data.after", .warning, .maybeRefused, ordinary,
    why: """
      Readers look for the end record near the end of the file; bytes after it (a line break, a \
      page added by the server) may hide it.
      """,
    help: "look at what the server or script writes after the archive",
    wrong: "<!-- 12 ms --> behind the end record, added by the server",
    right: "an end record that is the end of the file")
  /// Bytes inside the archive belong neither to an entry nor to the directory, or there are two end
  /// records.
  package static let dataBetween = finding(
    "archive.data.unaccounted", .warning, .maybeRefused, ordinary,
    why: """
      Bytes between the entries that belong to none are left over from a program that changed \
      the archive in place, or hide something. Of two end records one reader takes the first and \
      another the last, and some refuse the file.
      """,
    help: "write the archive again from its files",
    wrong: "600 bytes of an entry that was deleted, still between two others",
    right: "each entry right behind the one before it")

  // MARK: Names

  /// Two entries have one path, as it is spelled or once it is written plainly.
  package static let duplicateName = finding(
    "archive.name.duplicate", .error, .maybeRefused, ordinary,
    why: """
      Of two entries with one name some readers take the first and some the last. Which one \
      Wallet takes is not known; the other is changed in its eyes, so that it refuses the pass \
      or shows another. The rest is judged by the entry that fits the manifest.
      """,
    help: "keep one of them",
    wrong: "two entries named icon.png",
    right: "one entry named icon.png")
  /// The names of two entries are one on disks that heed neither case nor Unicode form.
  package static let ambiguousName = finding(
    "archive.name.ambiguous", .warning, .maybeRefused, ordinary,
    why: """
      Names that differ only by case or by the way accents are composed are one file on most \
      Macs, so that one replaces the other when the bundle is unpacked.
      """,
    help: "rename one of them",
    wrong: "icon.png and Icon.png, or é as one letter and as e with an accent",
    right: "icon.png alone")
  /// A path begins at the root, at a drive or at a server.
  package static let absoluteName = finding(
    "archive.name.absolute", .error, .refused, appnote("4.4.17.1"),
    why: "A path from the root or from a drive letter leads out of the pass.",
    help: "pack with paths relative to the folder of the pass",
    wrong: "/home/jane/gym/icon.png or C:\\gym\\icon.png",
    right: "icon.png")
  /// A path has a part `..`, be it between slashes or backslashes.
  package static let parentFolder = finding(
    "archive.name.parentFolder", .error, .refused,
    .convention("every careful reader refuses it"),
    why: "A path with .. may lead out of the pass and overwrite other files.",
    help: "pack with paths relative to the folder of the pass",
    wrong: "../icon.png",
    right: "icon.png")
  /// A path has a backslash in it; it is judged as if a slash stood there.
  package static let backslash = finding(
    "archive.name.backslash", .error, .refused, appnote("4.4.17.1"),
    why: """
      Between the parts of a path stands /. With a backslash, as some Windows programs write \
      it, en.lproj\\pass.strings is one strange file name and not a file in a folder. Everything else \
      is judged as if a / stood there.
      """,
    help: "write / between the parts of the path",
    wrong: "en.lproj\\pass.strings",
    right: "en.lproj/pass.strings")
  /// A name has a NUL byte in it.
  package static let nulInName = finding(
    "archive.name.containsNUL", .error, .refused, .convention("limit of file systems"),
    why: "Most readers end the name at the NUL byte, others do not.",
    help: "write the archive again with another program",
    wrong: "icon.png, a NUL byte and .exe",
    right: "icon.png")
  /// An entry has no name, a path has empty parts or parts `.`, or what its name or attributes call
  /// a folder has content.
  package static let irregularName = finding(
    "archive.name.irregular", .warning, .maybeRefused, ordinary,
    why: """
      Empty names, ./ in front, doubled slashes, files marked as folders: whether Wallet takes \
      ./pass.json for pass.json is not known. Everything else is judged as if it did.
      """,
    help: "write the path plainly, as in en.lproj/pass.strings",
    wrong: "./icon.png or en.lproj//pass.strings",
    right: "icon.png and en.lproj/pass.strings")
  /// The bytes of a name are not UTF-8.
  package static let nameEncoding = finding(
    "archive.name.notUTF8", .warning, .maybeRefused, appnote("appendix D"),
    why: """
      Names beyond ASCII are UTF-8 in every published bundle, with or without the flag that \
      says so; in an older code page each reader sees another name.
      """,
    help: "name the file in ASCII, or use a program that writes UTF-8 names",
    wrong: "menü.png with its ü as the one byte 81, as in code page 437",
    right: "menü.png with its ü as the two bytes C3 BC")

  // MARK: Entries

  /// By its Unix attributes an entry is a symbolic link.
  package static let symbolicLink = finding(
    "archive.entry.symbolicLink", .error, .refused, ordinary,
    why: "A link may lead out of the pass; Wallet packs and shows files only.",
    help: "pack the file itself, as zip does unless it is told to keep links",
    wrong: "icon.png as a link to ../images/icon.png",
    right: "icon.png as a file")
  /// By its Unix attributes an entry is neither file nor folder nor link.
  package static let special = finding(
    "archive.entry.special", .error, .refused, ordinary,
    why: "Devices, pipes and sockets have no place in a pass.",
    help: "pack plain files only",
    wrong: "a named pipe, as zip --fifo packs it",
    right: "files only")
  /// An entry says that it is encrypted (APPNOTE 4.4.4, bits 0, 6 and 13).
  package static let encrypted = finding(
    "archive.entry.encrypted", .error, .refused, ordinary,
    why: "Wallet asks nobody for a password.", help: "pack without a password",
    wrong: "zip -e gym.pkpass *",
    right: "zip gym.pkpass *")
  /// An entry is packed in another way than stored or deflated.
  package static let unknownMethod = finding(
    "archive.entry.unknownMethod", .error, .refused,
    .observed("235 published bundles are stored or deflated, nothing else"),
    why: "Entries are stored or deflated; newer ways of packing are not known on the phone.",
    help: "pack with deflate, or only store",
    wrong: "pass.json packed with LZMA or Zstandard, methods 14 and 93",
    right: "pass.json deflated or stored, methods 8 and 0")
  /// Two entries share bytes, or one reaches into the directory.
  package static let overlapping = finding(
    "archive.entry.overlapping", .error, .refused, ordinary,
    why: """
      Entries that share their bytes, or reach into the directory, come from no honest program: \
      this is how small files unpack to terabytes.
      """,
    help: "do not open the file; ask where it comes from",
    wrong: "two entries of the directory that begin at the same offset",
    right: "entries that share no byte")
  /// A local header stands where the directory lists no entry.
  package static let unlisted = finding(
    "archive.entry.unlisted", .error, .wrong, ordinary,
    why: """
      An entry that stands in the archive and not in its directory is seen by readers that go \
      through the file from its start, and by no others.
      """,
    help: "write the archive again from its files",
    wrong: "logo.png behind a local header, and not in the directory",
    right: "every local header also in the directory")
  /// The content of an entry does not unpack to the size and check sum of the directory.
  package static let damaged = finding(
    "archive.entry.damaged", .error, .refused, appnote("4.4.7"),
    why: "The bytes do not give the size and check sum written beside them: they were changed.",
    help: "copy or download the file again; over FTP in binary mode",
    wrong: "one changed byte in a packed icon.png",
    right: "bytes that give the CRC-32 beside them")
  /// There is no local header where the directory says that an entry begins.
  package static let headerMissing = finding(
    "archive.header.missing", .error, .refused, appnote("4.3.7"),
    why: "Where the directory sends the reader there is no entry.",
    help: "write the archive again; often it went through a text conversion",
    wrong: "an offset that leads into the middle of icon.png",
    right: "an offset that leads to PK 03 04")
  /// The local header, data descriptor or extra field of an entry says something else than the
  /// directory.
  package static let headerMismatch = finding(
    "archive.header.mismatch", .error, .wrong, appnote("4.3.7 and 4.3.12"),
    why: """
      Name, method, size and check sum are written before each entry and again in the \
      directory, and the name perhaps a third time in an extra field for Unicode. When they \
      differ, each reader sees another file.
      """,
    help: "write the archive again with another program",
    wrong: "icon.png in the directory, logo.png in its local header",
    right: "one name, method, size and check sum in both")

  // MARK: Folders and limits

  /// Everything lies in a folder, with pass.json directly in it; it is judged without that folder.
  package static let enclosingFolder = finding(
    "archive.folder.enclosing", .error, .refused, format,
    why: """
      Wallet looks for pass.json at the root of the archive. Packing the folder instead of its \
      content is the most frequent mistake of all.
      """,
    help: "pack the content and not the folder: cd into it, then zip -r ../name.pkpass *",
    wrong: "gym/pass.json, gym/manifest.json, gym/signature",
    right: "pass.json, manifest.json, signature")
  /// There are entries under __MACOSX, which the Finder adds when it packs.
  package static let macOSX = finding(
    "archive.folder.macOSX", .note, .style, format,
    why: """
      The Finder adds a __MACOSX folder with icons and tags. Wallet refuses it when the manifest \
      does not list it, and it serves nobody when it does.
      """,
    help: "pack with passc, or with zip -X on the command line",
    wrong: "__MACOSX/._icon.png beside icon.png",
    right: "icon.png alone", echoes: [.surplusFile(inFolder: "__MACOSX/")])
  /// A limit of `ArchiveLimits`, or of the size of archives, is exceeded.
  package static let limit = finding(
    "archive.limit.exceeded", .error, .maybeRefused,
    .convention("limit of passc, see docs/reference/checking.md"),
    why: """
      No pass comes near these limits; small files that unpack to gigabytes are made to stop a \
      server. They are limits of passc: those of Wallet are not known. Nothing else is judged.
      """,
    help: "raise the limit, where you trust the file",
    settings: [RunSetting(.limit, "NAME=N")],
    wrong: "background.png of 10 MB packed that unpacks to 10 GB",
    right: "background.png that unpacks to the 400 kB of an image", losesGround: true)

  /// Every finding of this module.
  package static let all = [
    notZip, truncated, split, noEntries, directory, zip64, dataBefore, dataAfter, dataBetween,
    duplicateName, ambiguousName, absoluteName, parentFolder, backslash, nulInName, irregularName,
    nameEncoding, symbolicLink, special, encrypted, unknownMethod, overlapping, unlisted, damaged,
    headerMissing, headerMismatch, enclosingFolder, macOSX, limit,
  ]
}
