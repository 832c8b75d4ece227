// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests that the same inputs give the same bytes on every machine.
struct BuildReproducibilityTests {
  private static let gym = FilePath.join(Program.repository, "templates/boarding-pass.pass")
  private static let arguments = [
    "--sample", "1", "--identity", BuildCase.identity("nfc"), "--emit",
  ]

  /// Builds with a shell that sets a umask first.
  private static func build(
    _ template: String, in folder: String, umask: String = "022", to out: String,
    environment: [String: String], emit: String = "pkpass"
  ) throws -> Program.Outcome {
    let passc = try #require(Program.passc, "passc is not beside the tests")
    return try Program.run(
      "/bin/sh",
      ["-c", "umask \(umask) && exec \"$0\" \"$@\"", passc, "build", template] + arguments
        + [emit, "-o", out], in: folder, environment: environment)
  }

  @Test func twoBuildsAreEqualByteForByte() throws {
    let folder = try TemporaryFolder(["deep/er/x": "", "home/x": ""])
    let epoch = ["SOURCE_DATE_EPOCH": BuildCase.epoch]
    var environments: [[String: String]] = [
      [:], ["HOME": "/nonexistent"], ["HOME": folder("home"), "USER": "x", "LANG": "tr_TR.UTF-8"],
      ["TZ": "Pacific/Apia"], ["TZ": "America/St_Johns", "LC_TIME": "de_DE.UTF-8"],
      ["TZ": ":/etc/nothing"], ["NO_COLOR": "1", "TERM": "xterm", "COLUMNS": "20"],
      ["OPENSSL_CONF": "/dev/null", "MALLOC_PERTURB_": "165", "LD_BIND_NOW": "1"],
    ]
    environments += ["C", "C.UTF-8", "POSIX", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_SA.UTF-8"].map {
      ["LC_ALL": $0]
    }
    environments.append(
      Dictionary(uniqueKeysWithValues: (0..<200).map { ("NOISE_\($0)", "\($0 * 7919)") }))
    var first: [UInt8]?
    for (index, environment) in environments.enumerated() {
      let (inner, template) =
        index % 3 == 0
        ? (folder.path, Self.gym)
        : index % 3 == 1
          ? (folder("deep/er"), Self.gym + "/") : (Self.gym, ".")
      let out = folder("\(index).pkpass")
      let built = try Self.build(
        template, in: inner, umask: ["022", "077", "000", "027"][index % 4], to: out,
        environment: environment.merging(epoch) { $1 })
      try #require(built.status == 0, "\(environment): \(built.errors)")
      let bytes = try Disk.read(out)
      first = first ?? bytes
      #expect(bytes == first, "\(environment.count < 10 ? environment : [:]) in \(inner)")
    }
    // A copy of the template in another folder, with files written in another order and at another
    // time.
    let one = try BuildCase()
    let copy = try Program.run(
      "/bin/sh",
      [
        "-c",
        "mkdir copy.pass && for f in $(ls -r '\(Self.gym)'); do cp -R '\(Self.gym)'/$f copy.pass/; done",
      ],
      in: one.folder.path)
    try #require(copy.status == 0, "\(copy.errors)")
    let built = try Self.build(
      "copy.pass", in: one.folder.path, to: "copy.pkpass", environment: epoch)
    #expect(built.status == 0, "\(built.errors)")
    #expect(try one.bytes("copy.pkpass") == first)
  }

  @Test func withoutASigningTimeOnlyTheSignatureDiffers() throws {
    let folder = try TemporaryFolder()
    let first = try Self.build(
      Self.gym, in: folder.path, to: "a", environment: [:], emit: "folder")
    let second = try Self.build(
      Self.gym, in: folder.path, to: "b",
      environment: ["SOURCE_DATE_EPOCH": BuildCase.epoch], emit: "folder")
    try #require(first.status == 0 && second.status == 0, "\(first.errors)\(second.errors)")
    let names = try Disk.list(folder("a")).filter { $0.kind == .file }.map(\.name)
    #expect(names.contains("signature") && names.contains("manifest.json"))
    let differing = try names.filter {
      try Disk.read(folder("a/\($0)")) != Disk.read(folder("b/\($0)"))
    }
    #expect(differing == ["signature"])
  }

  @Test func whatIsWrittenHasTheModeTheUmaskLeaves() throws {
    let folder = try TemporaryFolder()
    for (umask, file, inner) in [
      ("022", "-rw-r--r--", "drwxr-xr-x"), ("077", "-rw-------", "drwx------"),
      ("002", "-rw-rw-r--", "drwxrwxr-x"),
    ] {
      for emit in ["pkpass", "folder"] {
        let built = try Self.build(
          Self.gym, in: folder.path, umask: umask, to: "\(umask)/\(emit)",
          environment: ["SOURCE_DATE_EPOCH": BuildCase.epoch], emit: emit)
        #expect(built.status == 0, "\(built.errors)")
      }
      let list = try Program.run(
        "/bin/ls",
        ["-ld", "\(umask)", "\(umask)/pkpass", "\(umask)/folder", "\(umask)/folder/pass.json"]
          + ["\(umask)/folder/de.lproj"],
        in: folder.path)
      let modes = list.text.split(separator: "\n").map { String($0.prefix(10)) }
      // `ls` sorts them: the folder, folder/, folder/de.lproj, folder/pass.json, pkpass.
      #expect(modes == [inner, inner, inner, file, file], "\(umask): \(list.text)")
    }
  }
}
