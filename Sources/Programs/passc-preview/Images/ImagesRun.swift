// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassDrawing
import PassModel
import PassReport
import PassTemplate

/// One run of `passc images`: reads the sources, draws every image in memory, and then writes them.
struct ImagesRun {
  private let options: ImagesOptions
  private let folder: String
  private let template: Template
  private let notes: ImageNotes
  private var reports: ImageReports
  private var decoded: [String: SourceImage] = [:]

  /// The images of a slot.
  private struct Drawn {
    let item: ImagePlan.Item
    let files: [(path: String, bytes: [UInt8])]
    let width: Int
    let height: Int
  }

  init(_ options: ImagesOptions) throws {
    self.options = options
    folder = FilePath.normalised(options.template)
    guard Disk.identity(of: options.template)?.isFolder == true else {
      throw CommandFailureError.environment(
        "template \(options.template) does not exist or is not a folder",
        help: "to make one, run: passc init gym.pass")
    }
    var report = Report()
    guard let template = try Template.load(folder, keepsInvalid: true, report: &report) else {
      Console.report(report.sorted, showsNotes: options.policyOptions.notes)
      throw CommandFailureError.findings
    }
    self.template = template
    notes = ImageNotes.read(in: folder)
    reports = ImageReports(
      Report(sources: report.sources), isNew: options.shownTemplate != nil)
  }

  /// Makes the images and prints a line for each slot.
  mutating func run() throws {
    let sources = sources()
    guard !sources.isEmpty else {
      throw CommandFailureError.usage(
        "\(options.template) names no sources for images",
        help: "name a file, such as --logo logo.svg, or write \"sources\" into template.json")
    }
    let background = try background(sources)
    let plan = ImagePlan(
      sources, document: template.document, hasPersonalization: template.hasPersonalization,
      background: background)
    for source in plan.unused {
      reports.addUnused(source, styles: PassStyle.styles(of: template.document))
    }
    for source in sources where !plan.unused.contains(where: { $0.name == source.name }) {
      inspect(source, background)
    }
    try endAfterErrors()
    let (items, kept) = try freeItems(plan)
    let drawn = try items.map { try draw($0) }
    try endAfterErrors()
    let shown = options.shownTemplate ?? options.template
    try write(drawn)
    for images in drawn { printLine(of: images) }
    for name in kept {
      Console.note("passc: kept \(name) in \(shown), which passc did not make")
    }
    Console.report(found, showsNotes: options.policyOptions.notes)
    if options.background == ImagesOptions.automatic, let background { printColour(background) }
  }

  // MARK: Sources

  /// The sources of options, then those of template.json, then those of options of an earlier run.
  private func sources() -> [ImageSource] {
    var sources = options.files.files.map { slot, path in
      ImageSource(
        slot: slot, written: relative(path), folder: folder, place: .file(path))
    }
    let earlier = notes.sourcesOfOptions(in: folder)
    for source in template.settings.sources.filter({ $0.folder == template.folder }) + earlier
    where !sources.contains(where: { $0.name == source.name }) {
      sources.append(source)
    }
    return sources
  }

  /// Returns a path of the command line relative to the template, if both have a common folder
  /// other than the root.
  private func relative(_ path: String) -> String {
    guard let target = try? Disk.resolvingSymbolicLinks(path),
      let base = try? Disk.resolvingSymbolicLinks(folder)
    else { return path }
    return RelativeFile.path(of: target, from: base)
  }

  private func background(_ sources: [ImageSource]) throws -> PassColour? {
    guard let given = options.background else {
      return PassColour(ofBackground: template.document)
    }
    guard given == ImagesOptions.automatic else { return PassColour(given) }
    let order: [ImageSlot] = [.logo, .primaryLogo, .icon]
    guard let logo = order.lazy.compactMap({ slot in sources.first { $0.slot == slot } }).first
    else {
      throw CommandFailureError.usage(
        "--background auto needs a logo", help: "add --logo logo.svg")
    }
    return try ImageBackground.read(logo.path)
  }

  /// Decodes a source and reports what is wrong with it.
  private mutating func inspect(_ source: ImageSource, _ background: PassColour?) {
    do {
      let bytes = try Disk.read(source.path)
      if SourceReader.isSVG(bytes, name: source.path) {
        guard reports.add(SVGText(bytes), of: source) else { return }
      }
      let image = try SourceReader.read(bytes, name: source.path)
      if image.isCMYK { reports.addCMYK(source) }
      if [.logo, .primaryLogo, .secondaryLogo].contains(source.slot) {
        reports.addColours(SourceColours(image), of: source, background: background)
      }
      decoded[source.name] = image
    } catch let error as FileError {
      reports.addUnreadable(source, error)
    } catch let error as SourceImage.SourceError {
      reports.addUnreadable(source, error)
    } catch {
      reports.addUnreadable(source, .damaged("\(error)"))
    }
  }

  // MARK: Existing images

  /// Returns the slots whose images may be written, and the names of derived images that stay.
  ///
  /// - Throws: an error if an image for a named source exists that passc did not make.
  private func freeItems(
    _ plan: ImagePlan
  ) throws -> (items: [ImagePlan.Item], kept: [String]) {
    let starter = StarterImages(template.document)
    var kept: [String] = []
    var items: [ImagePlan.Item] = []
    for item in plan.items {
      let paths = ImageSlot.Scale.allCases.map(item.fileName)
      try rejectSource(among: paths, plan)
      let foreign = paths.first { path in
        guard let bytes = try? Disk.read(FilePath.join(folder, path)) else {
          return Disk.identity(of: FilePath.join(folder, path)) != nil
        }
        return !notes.made(path, bytes) && !starter.contains(path, bytes)
      }
      if let foreign, !options.overwrite {
        guard item.isDerived else {
          throw CommandFailureError.usage(
            "\(FilePath.join(options.template, foreign)) exists, and passc did not make it",
            help: "to replace it, add --overwrite")
        }
        kept.append(item.slot.rawValue)
      } else {
        items.append(item)
      }
    }
    return (items, kept)
  }

  /// Rejects a source that is one of the images to write.
  private func rejectSource(among paths: [String], _ plan: ImagePlan) throws {
    for source in plan.items.map(\.source) {
      guard let identity = Disk.identity(of: source.path) else { continue }
      for path in paths where Disk.identity(of: FilePath.join(folder, path)) == identity {
        throw CommandFailureError.usage(
          "\(reports.name(source)) is an image of the pass, which passc would replace",
          help: "move it to a folder of the template, such as art/, and name it there")
      }
    }
  }

  // MARK: Drawing

  private mutating func draw(_ item: ImagePlan.Item) throws -> Drawn {
    guard let image = decoded[item.source.name] else { throw CommandFailureError.findings }
    var files: [(path: String, bytes: [UInt8])] = []
    var size = (width: 0, height: 0)
    for scale in ImageSlot.Scale.allCases {
      do {
        let drawn = try SlotImage(image, item.shape.slot, scale: scale.rawValue)
        if scale == .three {
          size = (drawn.width, drawn.height)
          if !item.isDerived { reports.addEnlargement(drawn, of: item, image) }
        }
        files.append((item.fileName(scale), try drawn.png()))
      } catch let error as SourceImage.SourceError {
        reports.addUnreadable(item.source, error)
        return Drawn(item: item, files: [], width: 0, height: 0)
      }
    }
    return Drawn(item: item, files: files, width: size.width, height: size.height)
  }

  private func write(_ drawn: [Drawn]) throws {
    var notes = notes
    for images in drawn {
      let source = images.item.source
      let isInTemplate = template.settings.sources.contains {
        $0.name == source.name && $0.written == source.written
      }
      notes.entries[images.item.name] = ImageNotes.Entry(
        file: source.written, isFromOption: !isInTemplate && !images.item.isDerived,
        digest: ImageNotes.digest(of: try Disk.read(source.path)),
        form: images.item.shape.text,
        images: Dictionary(
          uniqueKeysWithValues: images.files.map { ($0.path, ImageNotes.digest(of: $0.bytes)) }))
      for file in images.files {
        let path = FilePath.join(folder, file.path)
        try Disk.makeFolders(FilePath.parent(path))
        try Disk.write(file.bytes, to: path)
      }
    }
    try Disk.write(notes.bytes, to: FilePath.join(folder, ImageSource.notesFile))
  }

  // MARK: Output

  private var found: [Diagnostic] {
    var filter = FindingFilter(
      policy: options.policyOptions.policy, allowances: template.settings.allowances)
    return filter.filtered(reports.report.sorted).map { diagnostic in
      guard let shown = options.shownTemplate, let place = diagnostic.location,
        FilePath.isInside(place.file, folder)
      else { return diagnostic }
      return diagnostic.at(
        place.moved(to: shown + String(place.file.dropFirst(folder.count))))
    }
  }

  private func endAfterErrors() throws {
    let found = found
    guard found.contains(where: { $0.severity == .error }) else { return }
    Console.report(
      found, showsNotes: options.policyOptions.notes, outcome: "no image written")
    throw CommandFailureError.findings
  }

  private func printLine(of images: Drawn) {
    let names = images.files.map(\.path).joined(separator: ", ")
    Console.print(
      "\(names): \(images.width) x \(images.height) pixels at @3x, from "
        + reports.name(images.item.source))
  }

  private func printColour(_ colour: PassColour) {
    guard options.shownTemplate == nil,
      PassColour(ofBackground: template.document)?.shown != colour.shown
    else { return }
    Console.print(
      "The background that fits the logo is \"backgroundColor\": \"\(colour.shown)\" in pass.json.")
  }
}
