// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassReport
package import PassTemplate

/// The content of `.passc-images.json`: the source and the form of each image that `passc images`
/// made, and the digest of each file.
package struct ImageNotes: Sendable {
  /// The images of one slot.
  package struct Entry: Sendable, Hashable {
    /// The path of the source, relative to the template.
    package let file: String
    /// Whether an option named the source for this slot.
    package let isFromOption: Bool
    /// SHA-256 of the source in hex.
    package let digest: String
    /// The form of the images (see `ImageShape.text`).
    package let form: String
    /// SHA-256 of each image by its path in the template.
    package let images: [String: String]

    package init(
      file: String, isFromOption: Bool, digest: String, form: String, images: [String: String]
    ) {
      self.file = file
      self.isFromOption = isFromOption
      self.digest = digest
      self.form = form
      self.images = images
    }

    fileprivate var json: JSONTree {
      let digests = images.sorted { $0.key < $1.key }
        .map { (name: $0.key, value: JSONTree.string($0.value)) }
      return .object(
        [("file", .string(file))] + (isFromOption ? [("from", "option")] : [])
          + [
            ("digest", .string(digest)), ("form", .string(form)), ("images", .object(digests)),
          ])
    }
  }

  /// The entries by the name of the image, such as `logo`.
  package var entries: [String: Entry] = [:]

  package init() {}

  /// Reads the notes of a template folder. A file that cannot be read counts as empty: passc then
  /// asks before it replaces an image.
  package static func read(in folder: String, disk: DiskReader = DiskReader()) -> ImageNotes {
    let path = FilePath.join(folder, ImageSource.notesFile)
    var report = Report()
    guard let bytes = try? disk.read(path),
      let root = JSONReader.read(bytes, name: path, report: &report)?.root, !report.hasErrors,
      root["version"]?.number?.integer == version
    else { return ImageNotes() }
    var notes = ImageNotes()
    for member in members(of: root["images"]) {
      let value = member.value
      guard ImageSource.slot(named: member.name) != nil, let file = value["file"]?.string,
        let digest = value["digest"]?.string, let form = value["form"]?.string
      else { continue }
      var images: [String: String] = [:]
      for image in members(of: value["images"]) { images[image.name] = image.value.string }
      notes.entries[member.name] = Entry(
        file: file, isFromOption: value["from"]?.string == "option", digest: digest, form: form,
        images: images)
    }
    return notes
  }

  private static func members(of value: JSONValue?) -> [JSONValue.Member] {
    value.map { Array($0.members) } ?? []
  }

  /// The version of the form of the file and of the drawing.
  private static let version = 1

  /// The file as JSON.
  package var bytes: [UInt8] {
    let images = entries.sorted { $0.key < $1.key }.map { name, entry in
      (name: name, value: entry.json)
    }
    return IndentedJSON.bytes(
      of: .object([("version", .number(Self.version)), ("images", .object(images))]))
  }

  /// Returns the sources that options named in an earlier run.
  package func sourcesOfOptions(in folder: String) -> [ImageSource] {
    entries.sorted { $0.key < $1.key }.compactMap { name, entry in
      guard entry.isFromOption, let (slot, language) = ImageSource.slot(named: name) else {
        return nil
      }
      return ImageSource(
        slot: slot, language: language, written: entry.file, folder: folder,
        place: .file(FilePath.join(folder, ImageSource.notesFile)))
    }
  }

  /// Returns whether the bytes of an image are those that passc wrote.
  package func made(_ path: String, _ bytes: [UInt8]) -> Bool {
    let digest = Digest.sha256Hex(bytes)
    return entries.values.contains { $0.images[path] == digest }
  }

  /// Returns the digest of a source or an image as the notes have it.
  package static func digest(of bytes: [UInt8]) -> String { Digest.sha256Hex(bytes) }
}
