// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDiagnostics
import PassDrawing
import PassPreview

/// The destination of images: one file, standard output, or a folder with a file for each image.
struct PreviewOutput {
  /// A drawn pass.
  struct Pass {
    let fileName: String
    let page: PreviewPage.Pass
  }

  private enum Target {
    case file(String)
    case standardOutput
    /// A folder. Existing files are replaced only if the user gave the folder.
    case folder(String, replaces: Bool)
  }

  private let format: PreviewOptions.Format
  private let scale: Int
  private let text: SVGWriter.TextForm
  private let target: Target
  private let title: String
  private let language: String
  private let outputGuard = CommandLineGuard.outputs(command: "preview")
  private var page: PreviewPage
  /// Output that is written at the end: a single image, or the JSON or HTML so far.
  private var pendingResults: [UInt8]?
  private var count = 0
  private var names: [String: Int] = [:]

  init(_ options: PreviewOptions) throws {
    let named = options.output
    let byName = PreviewOptions.Format(ofFile: named)
    format = options.writtenFormat ?? .png
    scale = options.scale ?? 2
    text = options.text == .live ? .live : .outlines
    title = FilePath.lastComponent(FilePath.normalised(options.input))
    language = options.language ?? "en"
    page = PreviewPage(isDark: options.dark, text: text)
    switch named {
    case nil: target = .folder(".", replaces: false)
    case "-": target = .standardOutput
    case let name?:
      let isFolder =
        name.hasSuffix("/") || Disk.identity(of: name)?.isFolder == true
        || (byName == nil && FilePath.extension(FilePath.lastComponent(name)).isEmpty)
      target = isFolder ? .folder(name, replaces: true) : .file(name)
      if !isFolder, byName == nil, options.format == nil {
        throw CommandFailureError.usage(
          "\(name) has no known file type",
          help: "use .png, .svg, .html or .json, or give --format")
      }
    }
  }

  /// Writes the images of a pass, or keeps them for the end.
  mutating func add(_ pass: Pass) throws {
    switch format {
    case .html: try grow(page.section(pass.page), between: [])
    case .json:
      for (side, list) in pass.page.lists {
        try grow(ListWriter.bytes(of: list, side: side.rawValue), between: Array(",\n".utf8))
      }
    case .png, .svg:
      guard case .folder(let folder, let replaces) = target else {
        return try writeAlone(picture(DisplayList(sideBySide: pass.page.lists.map(\.list))))
      }
      for (side, list) in pass.page.lists {
        try write(try picture(list), pass.fileName, side, in: folder, replaces: replaces)
      }
    }
  }

  private func picture(_ list: DisplayList) throws -> [UInt8] {
    format == .png
      ? try PNGWriter(scale: scale).bytes(of: list)
      : try SVGWriter(text: text).bytes(of: list)
  }

  /// Keeps the differences of two previews for the end.
  mutating func add(
    _ name: String, _ pairs: [(side: PreviewSide, difference: PictureDifference)],
    messages: [String], _ found: [Diagnostic]
  ) throws {
    guard format == .html else {
      throw CommandFailureError.usage(
        "a comparison needs an HTML file", help: "use a name with .html, or give --format html")
    }
    try grow(page.section(name, pairs, messages: messages, findings: found), between: [])
  }

  private mutating func grow(_ bytes: [UInt8], between: [UInt8]) throws {
    if pendingResults != nil { pendingResults? += between }
    pendingResults = (pendingResults ?? []) + Self.trimmed(bytes)
    count += 1
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes
  }

  /// Keeps the only image. A second one is an error.
  private mutating func writeAlone(_ bytes: [UInt8]) throws {
    guard pendingResults == nil else {
      throw CommandFailureError.usage(
        "there are several passes, but only one output file",
        help: "give a folder: -o pictures/")
    }
    pendingResults = bytes
  }

  private mutating func write(
    _ bytes: [UInt8], _ name: String, _ side: PreviewSide, in folder: String, replaces: Bool
  ) throws {
    let number = names["\(name)-\(side)", default: 0] + 1
    names["\(name)-\(side)"] = number
    let stem = number == 1 ? name : "\(name)-\(number)"
    let path = FilePath.join(folder, "\(stem)-\(side.rawValue).\(format.rawValue)")
    try write(bytes, to: path, replaces: replaces)
  }

  private func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws {
    if !replaces, Disk.identity(of: path) != nil {
      throw CommandFailureError.environment(
        "\(path) already exists", help: "to replace it, run: passc preview ... -o \(path)")
    }
    try outputGuard?.check([OutputGuard.Output(path, option: "-o")])
    try MadeFolder.makeParent(of: path)
    try Disk.write(bytes, to: path)
    Console.printLine(path)
  }

  /// Writes what was kept for the end.
  mutating func finish() throws {
    guard var bytes = pendingResults else { return }
    switch format {
    case .json:
      if count > 1 { bytes = Array("[\n".utf8) + bytes + Array("\n]".utf8) }
      bytes.append(UInt8(ascii: "\n"))
    case .html: bytes = page.head(title: title, language: language) + bytes + page.end
    case .png, .svg: break
    }
    switch target {
    case .standardOutput: try Disk.writeStandardOutput(bytes)
    case .file(let path): try write(bytes, to: path, replaces: true)
    case .folder(let folder, let replaces):
      let name = CleanName.of(FilePath.stem(title)) + "." + format.rawValue
      try write(bytes, to: FilePath.join(folder, name), replaces: replaces)
    }
  }
}

extension PreviewOptions.Format {
  /// Returns the format for the extension of a file.
  init?(ofFile name: String?) {
    guard let name else { return nil }
    self.init(rawValue: FilePath.extension(FilePath.lastComponent(name)).lowercased())
  }
}

extension PreviewOptions {
  /// The format of `--format`, otherwise that of the output's name.
  var writtenFormat: Format? { format ?? Format(ofFile: output) }

  /// The sides to draw: both by default, but only the front for a contact sheet.
  var drawnSides: [PreviewSide] { (side ?? (contactSheet ? .front : .both)).list }
}
