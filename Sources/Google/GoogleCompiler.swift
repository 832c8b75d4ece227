// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
public import PassDiagnostics
import PassGoogleModel
import PassJSON
import PassLocale
import PassModel
public import PassTemplate

/// Compiles passes of a template for Google Wallet.
///
/// ```swift
/// var compiler = try GoogleCompiler(template: template, issuer: "3388000000000000001")
/// let pass = try compiler.pass(for: try template.resolved(with: ["serial": "A-17"]))
/// ```
///
/// It works without a network and knows nothing that Google has stored. Use it on one thread: it
/// keeps formatters of dates and numbers, which are slow to make.
public struct GoogleCompiler {
  /// The settings of a run that the template does not contain.
  public struct Options: Sendable {
    /// The https address of the folder with published images. Without it, only images with an
    /// address in google.json are in the pass.
    public var imageBase: String?
    /// The time zone of dates, such as `Europe/Berlin`. By default it is that of the first column
    /// with a zone, else dates keep the offset they are written with.
    public var timeZone: String?
    /// The time for relative dates, in seconds since 1970. The default is now.
    public var now: Int64?

    public init(imageBase: String? = nil, timeZone: String? = nil, now: Int64? = nil) {
      self.imageBase = imageBase
      self.timeZone = timeZone
      self.now = now
    }
  }

  private let template: Template
  private let issuer: String
  private let options: Options
  private let type: GoogleType
  private let layout: GoogleLayout
  private let templateName: String
  private let zone: PreviewZone
  private var formats: [String: FieldFormat] = [:]
  private var images: GoogleImages?
  /// The digest of each class, to find rows that give one class different content.
  private var classes: [String: Int] = [:]

  /// Creates a compiler.
  ///
  /// - Parameters:
  ///   - template: the template. Its google.json has what pass.json does not contain.
  ///   - issuer: the number of the issuer account in the Google Pay & Wallet Console.
  /// - Throws: `DiagnosticsError` if the template cannot become a pass for Google.
  public init(
    template: Template, issuer: String, options: Options = Options()
  ) throws(DiagnosticsError) {
    var report = Report(sources: template.sources)
    let made = GoogleCompiler(template, issuer: issuer, options: options, report: &report)
    try report.throwIfRejected()
    guard let made else { throw DiagnosticsError(report.diagnostics) }
    self = made
  }

  /// Creates a compiler. Returns nil after an error in `report`.
  package init?(
    _ template: Template, issuer: String, options: Options = Options(), report: inout Report
  ) {
    guard GoogleIdentifier.isIssuer(issuer) else {
      report(
        GoogleFindings.issuerNotNumber,
        "the issuer id is \(Excerpt.cell.quoted(issuer)), expected digits", at: Place.nowhere)
      return nil
    }
    let settings = GoogleSettings(template.googleSettings)
    let errors = report.count(of: .error)
    Self.check(template, &report)
    guard report.count(of: .error) == errors else { return nil }
    guard let type = settings.type ?? GoogleType.type(of: template.document) else {
      report(
        GoogleFindings.styleMissing, "pass.json has no style", at: template.document)
      return nil
    }
    self.template = template
    self.issuer = issuer
    self.options = options
    self.type = type
    layout = GoogleLayout(template.document, type: type, settings: settings)
    templateName = FilePath.stem(FilePath.lastComponent(FilePath.normalised(template.folder)))
    zone = Self.zone(options, template)
  }

  /// Checks google.json of a template.
  package static func check(_ template: Template, _ report: inout Report) {
    guard let root = template.googleSettings else { return }
    GoogleSettingsCheck(root, pass: template.document).check(report: &report)
  }

  private static func zone(_ options: Options, _ template: Template) -> PreviewZone {
    if let zone = options.timeZone.flatMap(PreviewZone.init(named:)) { return zone }
    let named = template.schema.columns.lazy.compactMap(\.zoneName).first
    return named.flatMap(PreviewZone.init(named:)) ?? PreviewZone(writtenWith: [])
  }

  // MARK: Passes

  /// Compiles the pass of a row.
  ///
  /// - Throws: `DiagnosticsError` with all findings if there is an error.
  public mutating func pass(for row: ResolvedPass) throws(DiagnosticsError) -> GooglePass {
    var report = Report(sources: row.sources)
    let made = make(row, report: &report)
    try report.throwIfRejected()
    guard let made else { throw DiagnosticsError(report.diagnostics) }
    var pass = made
    pass.warnings = report.diagnostics
    return pass
  }

  /// Compiles the pass of a row. Returns nil after an error in `report`.
  package mutating func make(_ row: ResolvedPass, report: inout Report) -> GooglePass? {
    let settings = GoogleSettings(row.google?.root)
    guard let language = settings.text(.language) ?? row.language else {
      let file = FilePath.join(template.folder, "template.json")
      report(
        GoogleFindings.languageMissing, "the language of pass.json is unknown",
        at: Place.file(file))
      return nil
    }
    let errors = report.count(of: .error)
    let images = self.images(settings, row, &report)
    let texts = GoogleTexts(row.strings, language: language) { format($0) }
    var mapping = GoogleMapping(
      type: type, settings: settings, issuer: issuer, texts: texts, pass: row.document.root,
      images: images, layout: layout, templateName: templateName,
      losses: GoogleLosses(isRecording: false), report: report)
    let isWhole = mapping.run()
    report = mapping.report
    guard isWhole else { return nil }
    let classJSON = mapping.classMembers.document(patch: settings.value(.classPatch))
    let objectJSON = mapping.objectMembers.document(patch: settings.value(.objectPatch))
    check(classJSON.root, objectJSON.root, &report)
    guard report.count(of: .error) == errors else { return nil }
    return GooglePass(type: type, class: classJSON, object: objectJSON, images: images.files)
  }

  private mutating func check(
    _ classValue: JSONValue, _ object: JSONValue, _ report: inout Report
  ) {
    let check = GoogleValueCheck(.derived)
    let id = classValue["id"]?.string ?? ""
    var hasher = Hasher()
    hasher.combine(JSONWriter.bytes(of: classValue))
    let digest = hasher.finalize()
    let known = classes[id]
    classes[id] = digest
    if known == nil { check.check(classValue, type, .class, report: &report) }
    check.check(object, type, .object, report: &report)
    GooglePair(type: type, class: classValue, objects: [object], check: check)
      .check(checksPaths: false, report: &report)
    if known == nil {
      GooglePair(type: type, class: classValue, objects: [], check: check).check(report: &report)
    }
    if let known, known != digest {
      let place = classValue.members.first { $0.name == "id" }
      report(
        GoogleFindings.classConflict,
        "class \(id) has other content than in an earlier row",
        at: object["id"]?.place ?? place?.place ?? .nowhere)
    }
  }

  private mutating func images(
    _ settings: GoogleSettings, _ row: ResolvedPass, _ report: inout Report
  ) -> GoogleImages {
    if let images { return images }
    let found = Self.images(settings, row.files, template, options, &report)
    // Without columns for images, all rows have the same ones.
    let varies =
      template.hasRowFiles || settings.value(.images).map { $0.varies(from: $0.index) } ?? false
    if !varies { images = found }
    return found
  }

  private static func images(
    _ settings: GoogleSettings, _ files: [PackagedFile], _ template: Template, _ options: Options,
    _ report: inout Report
  ) -> GoogleImages {
    let folder = template.folder
    var base = options.imageBase
    while base?.last == "/" { base?.removeLast() }
    return GoogleImages(
      settings, files, base: base,
      readFile: { path in
        guard !FilePath.isAbsolute(path), !FilePath.components(path).contains("..") else {
          return nil
        }
        return try? Disk.read(FilePath.join(folder, path))
      }, report: &report)
  }

  private mutating func format(_ language: String) -> FieldFormat {
    if let format = formats[language] { return format }
    let locale = language == "en" ? "en_US" : language.replacing("-", with: "_")
    let format = FieldFormat(
      FoundationFormatter(locale: locale), zone: zone, now: options.now ?? Environment.now)
    formats[language] = format
    return format
  }

  // MARK: Losses

  /// What Google Wallet shows elsewhere, in another way or not at all: a line for each member of
  /// the template's pass.json.
  public func losses() -> [Diagnostic] {
    var report = Report(sources: template.sources)
    addLosses(to: &report)
    return report.sorted
  }

  package func addLosses(to report: inout Report) {
    let settings = GoogleSettings(template.googleSettings)
    var files: [PackagedFile] = []
    template.forEachPart { path, bytes in
      if path.hasSuffix(".png") { files.append(PackagedFile(path: path, bytes: bytes)) }
    }
    var unseen = Report()
    let images = Self.images(settings, files, template, options, &unseen)
    let format = FieldFormat(
      FoundationFormatter(locale: "en_US"), zone: zone, now: options.now ?? Environment.now)
    let texts = GoogleTexts([], language: settings.text(.language) ?? "en") { _ in format }
    var mapping = GoogleMapping(
      type: type, settings: settings, issuer: issuer, texts: texts, pass: template.document,
      images: images, layout: layout, templateName: templateName,
      losses: GoogleLosses(isRecording: true), report: report)
    _ = mapping.run()
    report = mapping.report
    mapping.losses.report(template.document, to: &report)
    GoogleImageLosses(files, images).report(in: template.folder, to: &report)
  }
}
