// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassModel

/// The images of `passc init --logo FILE` and similar options. passc-preview draws them.
struct InitImages {
  /// The files that options name.
  private let files: [(slot: ImageSlot, path: String)]
  /// The copies for the template.
  let sources: StarterSources

  /// Reads the files.
  ///
  /// - Throws: `FileError`, or `CommandFailureError` if passc-preview is not installed.
  init(_ options: ImageFileOptions) throws {
    files = options.files
    if !files.isEmpty { try CompanionProgram.preview.checkInstalled() }
    sources = try StarterSources.read(files)
  }

  /// Returns the colour of `--background`, or nil if there is none.
  func background(_ text: String?) throws -> PassColour? {
    guard let text else { return nil }
    if text == ImagesOptions.automatic { return try automaticBackground() }
    guard let colour = PassColour(text) else {
      throw CommandFailureError.usage(
        "--background is \"\(text)\", which is not a color",
        help: "write --background '#0b3d2e' or --background 'rgb(11, 61, 46)'")
    }
    return colour
  }

  private func automaticBackground() throws -> PassColour? {
    guard let logo = files.first(where: { $0.slot == .logo || $0.slot == .icon }) else {
      throw CommandFailureError.usage(
        "--background auto needs a logo", help: "add --logo logo.svg")
    }
    let scratch = try ScratchFolder(in: Environment.value("TMPDIR") ?? "/tmp")
    defer { try? scratch.remove() }
    let file = FilePath.join(scratch.path, "background")
    try CompanionProgram.preview.run(
      [ImagesOptions.marker, scratch.path, "--logo", logo.path, "--background-file", file])
    return PassColour(String(decoding: try Disk.read(file), as: UTF8.self))
  }

  /// Draws the images of a new template.
  ///
  /// - Parameters:
  ///   - made: the folder with its files.
  ///   - shown: the folder as the user named it.
  func draw(in made: String, shown: String) throws {
    guard !sources.isEmpty else { return }
    let quiet = Console.isQuiet ? ["--quiet"] : []
    try CompanionProgram.preview.run(
      [ImagesOptions.marker, made, "--shown-template", shown, "--overwrite"] + quiet)
  }
}
