// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Faults that only the checking of finished bundles meets. Their proofs stand in the tests of this
/// module.
package enum CheckFindings {
  /// An archive holds order.json and no pass.json: an order, not a pass.
  package static let order = Finding(
    "package.kind.order", .error, effect: .refused, step: .kind,
    why: """
      An archive with order.json is an order for Wallet's order tracking, with certificates, a \
      manifest and a media type of its own. It is no pass.
      """,
    help: "serve it as application/vnd.apple.order; passc checks passes only",
    source: .documented("Wallet Orders: Building an Order"), wrong: "order.json in a .pkpass",
    right: "pass.json in a .pkpass")
  /// A sound archive holds neither pass.json nor manifest.json nor signature.
  package static let noPass = Finding(
    "package.kind.noPass", .error, effect: .refused, step: .kind,
    why:
      "A .pkpass holds pass.json, manifest.json and signature at its root; this has none of them.",
    help: "build it with passc build, or look at what was packed",
    source: .documented("Wallet Passes: Building a Pass"),
    wrong: "a .pkpass with photos and nothing else",
    right: "a .pkpass with pass.json, manifest.json and signature")
  /// A .pkpasses holds a folder with the files of a pass instead of a .pkpass.
  package static let unpackedFolder = Finding(
    "group.entry.unpacked", .error, effect: .refused,
    why: """
      The entries of a .pkpasses are complete .pkpass files. Folders with the files of a pass are \
      not looked into, and the bundle is not offered.
      """,
    help: "put signed .pkpass files into the bundle: passc group",
    source: .documented("Wallet Passes: Distributing and updating a pass, multiple passes"),
    wrong: "family.pkpasses with gym/pass.json, gym/manifest.json and gym/signature",
    right: "family.pkpasses with gym.pkpass")

  /// An archive of .pkpass files has the name of a .pkpass.
  package static let passesAsPass = Finding(
    "package.kind.passes", .error, effect: .refused, step: .kind,
    why: """
      An archive of .pkpass files is a bundle of passes, with the name .pkpasses and a media type of \
      its own. Under the name .pkpass Wallet looks for pass.json in it and finds none.
      """,
    help: "name it .pkpasses and serve it as application/vnd.apple.pkpasses",
    source: .documented("Wallet Passes: Distributing and updating a pass, multiple passes"),
    wrong: "A-1.pkpass and A-2.pkpass in family.pkpass",
    right: "A-1.pkpass and A-2.pkpass in family.pkpasses")
  /// An archive with the files of one pass has the name of a .pkpasses.
  package static let passAsPasses = Finding(
    "group.kind.pass", .error, effect: .refused,
    why: """
      A .pkpasses is an archive of complete .pkpass files. One with the files of a pass at its root \
      holds no pass that Wallet would find there.
      """,
    help: "name it .pkpass and serve it as application/vnd.apple.pkpass",
    source: .documented("Wallet Passes: Distributing and updating a pass, multiple passes"),
    wrong: "pass.json, manifest.json and signature in gym.pkpasses",
    right: "pass.json, manifest.json and signature in gym.pkpass")
  /// A .pkpasses holds an entry that is not a pass, or passes below a folder.
  package static let strayFile = Finding(
    "group.entry.stray", .warning, effect: .maybeRefused,
    why: """
      Apple describes a .pkpasses as an archive of .pkpass files and says nothing of others beside \
      them, nor of passes in a folder. Whether Wallet skips such a file, or does not offer the \
      bundle, is not known.
      """,
    help: "passc group packs passes only, side by side",
    source: .convention("a bundle of passes holds passes; nobody says what else would do"),
    wrong: "readme.txt beside A-1.pkpass in a .pkpasses",
    right: "A-1.pkpass and A-2.pkpass in a .pkpasses")

  /// A target of `passc check` cannot be read; the exit code is 3 at the end.
  package static let unreadable = Finding(
    "package.file.unreadable", .error, effect: .wrong,
    why: """
      What cannot be read cannot be judged: nobody knows what Wallet makes of it. The run goes on \
      with everything else, writes its reports and ends with exit code 3.
      """,
    help: "look at its permissions, at where a link leads, and whether it is whole",
    source: .convention("a run that skipped files would pass for a check of them"),
    wrong: "gym.pkpass with mode 000, or as a link to a file that is gone",
    right: "gym.pkpass that can be read", mayBeAllowed: false)

  /// Every finding of this type, for the catalogue.
  package static let all =
    [unreadable, order, noPass, passesAsPass, unpackedFolder, passAsPasses, strayFile]
}
