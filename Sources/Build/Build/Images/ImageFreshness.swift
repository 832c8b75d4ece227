// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassDiagnostics
import PassModel
package import PassTemplate

/// Finds images that do not show the present state of their source. Nothing is drawn: the digests
/// in `.passc-images.json` are compared.
package enum ImageFreshness {
  /// Reports each source of a template whose images are out of date.
  package static func check(_ template: Template, disk: DiskReader, report: inout Report) {
    let own = template.settings.sources
    var folders: [String] = [template.folder]
    for source in own where !folders.contains(source.folder) { folders.append(source.folder) }
    for folder in folders {
      let notes = ImageNotes.read(in: folder, disk: disk)
      let written = own.filter { $0.folder == folder }
      let names = Set(written.map(\.name))
      let sources = written + notes.sourcesOfOptions(in: folder).filter { !names.contains($0.name) }
      guard !sources.isEmpty else { continue }
      let plan = ImagePlan(
        sources, document: template.document, hasPersonalization: template.hasPersonalization)
      var check = FolderCheck(folder: folder, notes: notes, disk: disk)
      for source in sources {
        let items = plan.items.filter { $0.source.name == source.name }
        // The images of a base are in the form for its own style and colours.
        check.report(source, items, comparesForm: folder == template.folder, &report)
      }
    }
  }

  private struct FolderCheck {
    let folder: String
    let notes: ImageNotes
    let disk: DiskReader

    mutating func report(
      _ source: ImageSource, _ items: [ImagePlan.Item], comparesForm: Bool, _ report: inout Report
    ) {
      guard !items.isEmpty else { return }
      func add(_ message: String) {
        report(
          TemplateFindings.outdatedImages, message, at: source.place,
          help: "run: passc images \(ShellWord.quoted(folder))")
      }
      guard let bytes = try? disk.read(source.path) else {
        return add(
          "\(source.path), the source of \(source.name), does not exist or cannot be read")
      }
      let digest = ImageNotes.digest(of: bytes)
      for item in items {
        guard let entry = notes.entries[item.name] else {
          // Images for a slot without a source are made only where there are none.
          if item.isDerived { continue }
          return add("no image was made from \(source.path) for \(item.name) yet")
        }
        guard entry.file == source.written, entry.digest == digest else {
          return add("\(item.name) is out of date: \(source.path) has changed")
        }
        guard !comparesForm || entry.form == item.shape.text else {
          return add(
            "\(item.name) is out of date: it was made as \(quoted(entry.form)), and is now "
              + quoted(item.shape.text))
        }
        let missing = ImageSlot.Scale.allCases.map(item.fileName).first {
          (try? disk.kind(of: FilePath.join(folder, $0), followingLinks: true)) != .file
        }
        if let missing {
          return add("\(missing), which passc made from \(source.path), does not exist")
        }
      }
    }
  }
}
