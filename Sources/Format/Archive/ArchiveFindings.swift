// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics

/// Problems of a bundle as a zip archive.
///
/// Their examples are archives built byte by byte in PassArchiveTests, because a JSON merge patch
/// cannot express them.
package enum ArchiveFindings {
  private static let format = Basis.documented("Apple, Wallet Passes: Building a Pass")
  private static let ordinary = Basis.observed("none of 235 published bundles has it")

  private static func appnote(_ section: String) -> Basis {
    .documented("PKWARE APPNOTE.TXT \(section)")
  }

  private static func finding(
    _ code: String, _ severity: Severity, _ effect: Effect, _ source: Basis, why: String,
    help: String, settings: [RunSetting] = [], log: String? = nil, wrong: String, right: String,
    losesGround: Bool = false, echoes: [RedundancyReason] = []
  ) -> Finding {
    Finding(
      code, severity, effect: effect, step: .archive, why: why, help: help, settings: settings,
      source: source, walletLog: log, wrong: wrong, right: right, losesGround: losesGround,
      echoes: echoes)
  }

  // MARK: The file

  /// The file is not a zip archive. The message contains what it looks like.
  package static let notZip = finding(
    "archive.file.notZip", .error, .refused, format,
    why: """
      A .pkpass is a zip archive. Eleven of 235 published bundles were error pages in JSON or \
      HTML that somebody had saved as .pkpass.
      """,
    help: "open the file in a text editor: often it is an error page of the server",
    log: "Couldn't read PKZip signature",
    wrong: "gym.pkpass   begins with <!DOCTYPE html>",
    right: "gym.pkpass   begins with PK", losesGround: true)
  /// The archive was read or written as text. The message contains how.
  package static let readAsText = finding(
    "archive.file.readAsText", .error, .refused, ordinary,
    why: """
      A program read the bytes of the archive as text and wrote the text again. Public reports \
      name toString() of a Buffer in Node.js, text() of fetch, AWS Lambda without \
      isBase64Encoded, utf8_encode() in PHP and > in Windows PowerShell. The archive cannot be \
      repaired if bytes became EF BF BD or question marks.
      """,
    help: TextDamage.replaced.help,
    wrong: "gym.pkpass   50 4B 03 04 ... EF BF BD EF BF BD 66 01 00 00",
    right: "gym.pkpass   50 4B 03 04 ... B3 BF B4 66 01 00 00", losesGround: true)
  /// The archive ends before its directory does, or bytes at its start or of its comment are
  /// missing.
  package static let truncated = finding(
    "archive.file.truncated", .error, .refused, appnote("4.3.6"),
    why: """
      The list of the entries is at the end of an archive. If the file was cut while it was \
      written or sent, the list is missing.
      """,
    help: "copy or download the file again and compare its size",
    wrong: "gym.pkpass   20,000 of 26,000 bytes",
    right: "gym.pkpass   26,000 of 26,000 bytes", losesGround: true)
  /// The archive is one of several parts, or one of its entries is in another part.
  package static let split = finding(
    "archive.file.split", .error, .refused, ordinary,
    why: "Wallet cannot put together an archive that was cut into several files.",
    help: "write the archive as one file",
    wrong: "zip -s 64k -r gym.pkpass .",
    right: "zip -r gym.pkpass .", losesGround: true)
  /// The archive is intact and empty.
  package static let noEntries = finding(
    "archive.entries.none", .error, .refused, format,
    why: "An archive without entries holds no pass.json, manifest.json or signature.",
    help: "pack the files of the pass",
    wrong: "gym.pkpass   (no entries)",
    right: "gym.pkpass   pass.json  icon.png  manifest.json  signature", losesGround: true)
  /// The end record and the directory contradict each other, or there is no directory.
  package static let directory = finding(
    "archive.directory.invalid", .error, .refused, appnote("4.3.12 and 4.3.16"),
    why: """
      The central directory lists the entries and their places. If it contradicts itself, each \
      reader sees different files.
      """,
    help: "write the archive again with another program",
    wrong: """
      end record   9 entries
      directory    7 entries
      """,
    right: """
      end record   7 entries
      directory    7 entries
      """, losesGround: true)
  /// The archive uses ZIP64, the extension for sizes over 4 GB, in any of its headers.
  package static let zip64 = finding(
    "archive.zip64.present", .note, .style,
    .observed("one of 235 published bundles has it, an authentic .pkpasses of two small passes"),
    why: """
      ZIP64 is for archives over 4 GB. Some programs write it for small ones too, if they do not \
      know the sizes beforehand. One authentic bundle has it. It is not known whether every \
      version of Wallet reads it.
      """,
    help: "write to a file and not to a pipe, or turn ZIP64 off",
    wrong: "zip -r - . > gym.pkpass",
    right: "zip -r gym.pkpass .")
  /// There are bytes before the first entry that belong to no entry.
  package static let dataBefore = finding(
    "archive.data.before", .warning, .maybeRefused, ordinary,
    why: """
      Some readers skip bytes before the first entry (a script, blank lines, a byte order mark). \
      Others reject the file.
      """,
    help: "check what your server or script writes before the archive",
    wrong: "gym.pkpass   begins with the bytes 0A 50 4B 03 04",
    right: "gym.pkpass   begins with the bytes 50 4B 03 04")
  /// There are bytes after the end record and its comment.
  package static let dataAfter = finding(
    "archive.data.after", .warning, .maybeRefused, ordinary,
    why: """
      Readers look for the end record near the end of the file. Bytes after it, such as a line \
      break or text from the server, may hide it.
      """,
    help: "check what your server or script writes after the archive",
    wrong: "gym.pkpass   ends with the end record and <!-- 12 ms -->",
    right: "gym.pkpass   ends with the end record")
  /// There are bytes inside the archive that belong neither to an entry nor to the directory, or
  /// there are two end records.
  package static let dataBetween = finding(
    "archive.data.unaccounted", .warning, .maybeRefused, ordinary,
    why: """
      Bytes that belong to no entry are left over from a program that changed the archive in \
      place, or they hide something. If there are two end records, some readers use the first, \
      some use the last, and some reject the file.
      """,
    help: "write the archive again from its files",
    wrong: """
      icon.png    bytes 0 to 3,999
      pass.json   bytes 4,600 to 5,199
      """,
    right: """
      icon.png    bytes 0 to 3,999
      pass.json   bytes 4,000 to 4,599
      """)

  // MARK: Names

  /// Two entries have the same path, as spelled or after normalization.
  package static let duplicateName = finding(
    "archive.name.duplicate", .error, .maybeRefused, ordinary,
    why: """
      If two entries have one name, some readers use the first and some the last. It is not known \
      which one Wallet uses. With the wrong one it rejects the pass or shows another. passc checks \
      everything else with the entry that fits the manifest.
      """,
    help: "keep one of them",
    wrong: "gym.pkpass   pass.json  icon.png  icon.png  manifest.json  signature",
    right: "gym.pkpass   pass.json  icon.png  manifest.json  signature")
  /// The names of two entries are equal on disks that ignore case and Unicode form.
  package static let ambiguousName = finding(
    "archive.name.ambiguous", .warning, .maybeRefused, ordinary,
    why: """
      Names that differ only in case or in the way accents are composed are one file on most Macs. \
      One replaces the other when somebody unpacks the bundle.
      """,
    help: "rename one of them",
    wrong: "gym.pkpass   pass.json  icon.png  Icon.png  manifest.json  signature",
    right: "gym.pkpass   pass.json  icon.png  manifest.json  signature")
  /// A path begins at the root, a drive or a server.
  package static let absoluteName = finding(
    "archive.name.absolute", .error, .refused, appnote("4.4.17.1"),
    why: "A path from the root or from a drive letter leads out of the pass.",
    help: "pack with paths relative to the folder of the pass",
    wrong: """
      /home/ada/gym.pass/pass.json
      /home/ada/gym.pass/icon.png
      """,
    right: """
      pass.json
      icon.png
      """)
  /// A path has a part `..` between slashes or backslashes.
  package static let parentFolder = finding(
    "archive.name.parentFolder", .error, .refused,
    .convention("every careful reader rejects it"),
    why: "A path with .. may lead out of the pass and overwrite other files.",
    help: "pack with paths relative to the folder of the pass",
    wrong: """
      pass.json
      ../icon.png
      """,
    right: """
      pass.json
      icon.png
      """)
  /// A path contains a backslash. It is checked as if it were a slash.
  package static let backslash = finding(
    "archive.name.backslash", .error, .refused, appnote("4.4.17.1"),
    why: """
      The parts of a path are separated by /. With a backslash, as some Windows programs write it, \
      en.lproj\\pass.strings is one strange file name and not a file in a folder. passc checks \
      everything else as if the backslash were a /.
      """,
    help: "write / between the parts of the path",
    wrong: "en.lproj\\pass.strings",
    right: "en.lproj/pass.strings")
  /// A name contains a NUL byte.
  package static let nulInName = finding(
    "archive.name.containsNUL", .error, .refused, .convention("limit of file systems"),
    why: "Most readers end the name at the NUL byte, others do not.",
    help: "write the archive again with another program",
    wrong: "the name   icon.png<NUL>.exe",
    right: "the name   icon.png")
  /// An entry has no name, a path has empty parts or parts `.`, or an entry with the name or
  /// attributes of a folder has content.
  package static let irregularName = finding(
    "archive.name.irregular", .warning, .maybeRefused, ordinary,
    why: """
      The name is empty, begins with ./ or has double slashes, or a file is marked as a folder. It \
      is not known whether Wallet takes ./pass.json for pass.json. passc checks everything else as \
      if it did.
      """,
    help: "write the path plainly, as in en.lproj/pass.strings",
    wrong: """
      ./icon.png
      en.lproj//pass.strings
      """,
    right: """
      icon.png
      en.lproj/pass.strings
      """)
  /// A name is not valid UTF-8.
  package static let nameEncoding = finding(
    "archive.name.notUTF8", .warning, .maybeRefused, appnote("appendix D"),
    why: """
      Names outside ASCII are UTF-8 in every published bundle, with or without the flag for it. In \
      an older code page each reader sees a different name.
      """,
    help: "name the file in ASCII, or use a program that writes UTF-8 names",
    wrong: "menü.png   its ü is the byte 81 (code page 437)",
    right: "menü.png   its ü is the bytes C3 BC (UTF-8)")

  // MARK: Entries

  /// An entry is a symbolic link, according to its Unix attributes.
  package static let symbolicLink = finding(
    "archive.entry.symbolicLink", .error, .refused, ordinary,
    why: "A link may lead out of the pass. A pass holds only files.",
    help: "pack the file itself, as zip does without -y",
    wrong: "zip -y -r gym.pkpass .",
    right: "zip -r gym.pkpass .")
  /// An entry is neither file nor folder nor link, according to its Unix attributes.
  package static let special = finding(
    "archive.entry.special", .error, .refused, ordinary,
    why: "A pass cannot contain devices, pipes or sockets.",
    help: "pack only plain files",
    wrong: "icon.png   a named pipe",
    right: "icon.png   a file")
  /// An entry is marked as encrypted (APPNOTE 4.4.4, bits 0, 6 and 13).
  package static let encrypted = finding(
    "archive.entry.encrypted", .error, .refused, ordinary,
    why: "Wallet never asks for a password.", help: "pack without a password",
    wrong: "zip -e gym.pkpass *",
    right: "zip gym.pkpass *")
  /// An entry is packed with a method other than stored or deflated.
  package static let unknownMethod = finding(
    "archive.entry.unknownMethod", .error, .refused,
    .observed("235 published bundles are stored or deflated, nothing else"),
    why: "Entries are stored or deflated. The phone does not know newer methods.",
    help: "pack with deflate, or only store",
    wrong: "pass.json   method 93 (Zstandard)",
    right: "pass.json   method 8 (deflate)")
  /// Two entries share bytes, or one overlaps the directory.
  package static let overlapping = finding(
    "archive.entry.overlapping", .error, .refused, ordinary,
    why: """
      No honest program writes entries that share bytes or reach into the directory. Small files \
      that unpack to terabytes are made in this way.
      """,
    help: "do not open the file, and find out where it comes from",
    wrong: """
      icon.png    bytes 0 to 3,999
      pass.json   bytes 0 to 3,999
      """,
    right: """
      icon.png    bytes 0 to 3,999
      pass.json   bytes 4,000 to 4,599
      """)
  /// There is a local header that the directory does not list.
  package static let unlisted = finding(
    "archive.entry.unlisted", .error, .wrong, ordinary,
    why: """
      If an entry is in the archive but not in its directory, only readers that go through the \
      file from its start see it.
      """,
    help: "write the archive again from its files",
    wrong: """
      local headers   pass.json  icon.png  logo.png
      directory       pass.json  icon.png
      """,
    right: """
      local headers   pass.json  icon.png  logo.png
      directory       pass.json  icon.png  logo.png
      """)
  /// The content of an entry does not match the size and checksum in the directory.
  package static let damaged = finding(
    "archive.entry.damaged", .error, .refused, appnote("4.4.7"),
    why: "The bytes do not match the size and checksum in the archive. They were changed.",
    help: "copy or download the file again; over FTP use binary mode",
    wrong: """
      icon.png   CRC-32 in the directory 5E6F7081
                 CRC-32 of its bytes     1A2B3C4D
      """,
    right: """
      icon.png   CRC-32 in the directory 5E6F7081
                 CRC-32 of its bytes     5E6F7081
      """)
  /// There is no local header at the offset in the directory.
  package static let headerMissing = finding(
    "archive.header.missing", .error, .refused, appnote("4.3.7"),
    why: "There is no entry at the offset that the directory gives.",
    help: "write the archive again; often a text conversion changed it",
    wrong: """
      directory     icon.png at offset 612
      offset 612    89 50 4E 47
      """,
    right: """
      directory     icon.png at offset 612
      offset 612    50 4B 03 04
      """)
  /// The local header, data descriptor or extra field of an entry differs from the directory.
  package static let headerMismatch = finding(
    "archive.header.mismatch", .error, .maybeRefused, appnote("4.3.7 and 4.3.12"),
    why: """
      Name, method, size and checksum are in front of each entry and again in the directory. The \
      name may be in an extra field for Unicode too. If they differ, each reader sees a different \
      file. Wallet reads archives with libarchive, which warns about such an entry.
      """,
    help: "write the archive again with another program",
    wrong: """
      directory      icon.png
      local header   logo.png
      """,
    right: """
      directory      icon.png
      local header   icon.png
      """)

  /// A record in the extra field of an entry cannot be read, in the local header or the directory.
  package static let extraField = finding(
    "archive.extraField.malformed", .error, .refused,
    .observed("Wallet's log in a public report; bsdtar rejects the file with the same words"),
    why: """
      An extra field is a list of records, each with its kind and its length. Wallet reads \
      archives with libarchive, which rejects the whole file if a record is longer than the field. \
      Other programs skip such a record. Zeros at the end of the field do no harm.
      """,
    help: "pack the files again without extra fields: zip -X -r gym.pkpass *",
    log: "Extra data overflow",
    wrong: """
      extra field of pass.json   6C 6F 67 6F   kind 6F6C, 28,519 bytes
      bytes after that           none
      """,
    right: """
      extra field of pass.json   none
      """)

  // MARK: Folders and limits

  /// All files are in one folder, with pass.json directly in it. The content is checked without
  /// that folder.
  package static let enclosingFolder = finding(
    "archive.folder.enclosing", .error, .refused, format,
    why: """
      Wallet looks for pass.json at the root of the archive. The most frequent mistake of all is \
      to pack the folder instead of its content.
      """,
    help: "pack the content, not the folder: cd into it, then zip -r ../name.pkpass *",
    wrong: "gym.pkpass   gym/pass.json  gym/icon.png  gym/manifest.json  ...",
    right: "gym.pkpass   pass.json  icon.png  manifest.json  ...")
  /// There are entries in __MACOSX, which the Finder adds when it compresses.
  package static let macOSX = finding(
    "archive.folder.macOSX", .note, .style, format,
    why: """
      The Finder adds a __MACOSX folder with icons and tags. Wallet rejects it if the manifest \
      does not list it. If the manifest lists it, it is still of no use.
      """,
    help: "pack with passc, or with zip -X on the command line",
    wrong: "gym.pkpass   pass.json  icon.png  __MACOSX/._icon.png  ...",
    right: "gym.pkpass   pass.json  icon.png  ...", echoes: [.surplusFile(inFolder: "__MACOSX/")])
  /// A limit of `ArchiveLimits`, or the format's limit of 4 GB, is exceeded.
  package static let limit = finding(
    "archive.limit.exceeded", .error, .maybeRefused,
    .convention("limit of passc"),
    why: """
      No real pass comes near these limits. Small files that unpack to gigabytes are made to stop \
      a server. The limits are those of passc, and Wallet's are not known. passc checks nothing \
      else in such a file.
      """,
    help: "raise the limit, if you trust the file",
    settings: [RunSetting(.limit, "NAME=N")],
    wrong: "background.png   10 MB packed, 10 GB unpacked",
    right: "background.png   380 kB packed, 400 kB unpacked", losesGround: true)

  package static let all = [
    notZip, readAsText, truncated, split, noEntries, directory, zip64, dataBefore, dataAfter,
    dataBetween,
    duplicateName, ambiguousName, absoluteName, parentFolder, backslash, nulInName, irregularName,
    nameEncoding, symbolicLink, special, encrypted, unknownMethod, overlapping, unlisted, damaged,
    headerMissing, headerMismatch, extraField, enclosingFolder, macOSX, limit,
  ]
}
