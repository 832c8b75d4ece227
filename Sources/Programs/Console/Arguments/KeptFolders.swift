// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild

/// The templates and the identity folder of a command line. Outputs must not be in them.
struct KeptFolders {
  /// A folder in which outputs are rejected.
  private struct Folder {
    /// The path as it was typed.
    let path: String
    let isTemplate: Bool
  }

  private let command: String
  private let folders: [Folder]

  init(_ words: CommandTokens) {
    command = words.command
    var folders: [Folder] = []
    for value in words.values
    where value.kind.role == .template || value.kind.role == .searched {
      guard InputGuard.isTemplate(value.text) else { continue }
      folders += InputFolder(.template(value.text)).folders.map {
        Folder(path: $0, isTemplate: true)
      }
    }
    // `cert` commands and `nfc keygen` add files to an identity folder, so it is not protected from
    // them.
    if !words.command.hasPrefix("cert "), words.command != "nfc keygen" {
      let named = words.values.first { $0.name == "--identity" }?.text
      let identity = named ?? Environment.value("PASSC_IDENTITY") ?? ""
      if !identity.isEmpty { folders.append(Folder(path: identity, isTemplate: false)) }
    }
    self.folders = folders
  }

  /// Returns the error of an output in one of the folders, or nil if the output is elsewhere.
  func failure(of output: OutputGuard.Output) -> CommandFailureError? {
    // A ledger and a baseline belong to the template, so they may be in its folder.
    guard output.role != .database, output.option != "--write-baseline", output.path != "-",
      let place = Self.existingFolder(of: output.path)
    else { return nil }
    if let failure = keyInTemplate(output, place) { return failure }
    for folder in folders {
      guard let resolved = try? Disk.resolvingSymbolicLinks(folder.path),
        FilePath.isInside(place, resolved), folder.isTemplate || !isAroundHere(resolved)
      else { continue }
      return failure(output, in: folder)
    }
    return nil
  }

  /// Returns the folder that an output is or is in, or the nearest one above that exists. Links are
  /// resolved.
  private static func existingFolder(of path: String) -> String? {
    var path = FilePath.normalised(path)
    while Disk.identity(of: path)?.isFolder != true {
      let parent = FilePath.parent(path)
      guard parent != path else { return nil }
      path = parent
    }
    return try? Disk.resolvingSymbolicLinks(path)
  }

  /// Returns whether the current folder is in a folder, for example in the folder of your keys.
  private func isAroundHere(_ resolved: String) -> Bool {
    guard let here = try? Disk.resolvingSymbolicLinks(Disk.currentFolder()) else { return false }
    return FilePath.isInside(here, resolved)
  }

  /// Returns the error of a command that would write a key into a template.
  private func keyInTemplate(_ output: OutputGuard.Output, _ place: String) -> CommandFailureError?
  {
    guard command == "nfc keygen" || command.hasPrefix("cert "), output.role == .output,
      InputGuard.isTemplate(place)
    else { return nil }
    return .usage(
      "\(output.option) \(output.path) is in a template, which is not for keys",
      help: "name another place: \(output.option) "
        + (command == "nfc keygen" ? "reader.pem" : "my-identity"))
  }

  private func failure(_ output: OutputGuard.Output, in folder: Folder) -> CommandFailureError {
    let isFolder =
      Disk.identity(of: output.path).map { $0 == Disk.identity(of: folder.path) } ?? false
    let what = folder.isTemplate ? "template" : "identity folder"
    let position = isFolder ? "is the \(what)" : "is in the \(what) \(folder.path)"
    return .usage(
      "\(output.option) \(output.path) \(position), and passc does not write there",
      help: "name another place, for example \(output.option) "
        + ShellWord.quoted(example(output, isFolder, next: folder.path)))
  }

  /// Returns an allowed name next to the folder, for the help text.
  private func example(
    _ output: OutputGuard.Output, _ isFolder: Bool, next folder: String
  ) -> String {
    let format = output.role == .report ? "json=" : ""
    var name = FilePath.lastComponent(FilePath.normalised(output.path))
    if isFolder {
      let template = folders.first(where: \.isTemplate)?.path ?? "gym"
      var stem = FilePath.stem(FilePath.lastComponent(FilePath.normalised(template)))
      if stem.isEmpty || stem.hasPrefix(".") { stem = "gym" }
      switch command {
      case "issue": name = "passes"
      case "resign": name = "signed"
      case "preview": name = stem + ".png"
      case "group": name = stem + "." + PackageKind.pass.groupExtension
      case "diff": name = stem + ".html"
      case "build": name = stem + "." + PackageKind.pass.fileExtension
      default: name = "out"
      }
    }
    let parent = FilePath.parent(FilePath.normalised(folder))
    let isCurrent = [".", ".."].contains(FilePath.lastComponent(FilePath.normalised(folder)))
    return format + (isCurrent ? "../" + name : parent == "." ? name : FilePath.join(parent, name))
  }
}
