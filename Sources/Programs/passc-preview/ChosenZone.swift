// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel
import PassPreview
import PassTemplate

/// The time zone of a preview and its source.
struct ChosenZone {
  let zone: PreviewZone
  /// The source of the zone, as the end of a sentence.
  private let source: String

  /// The line that the run prints, such as `time zone Europe/Berlin (column until)`.
  var line: String { "time zone \(described)" }

  /// The label for the zone of the pass on the live page.
  var described: String { "\(zone.label) (\(source))" }

  private init(_ zone: PreviewZone, _ source: String) {
    self.zone = zone
    self.source = source
  }

  init(option zone: PreviewZone) { self.init(zone, "--time-zone") }

  /// Finds the zone of a pass. The first of these applies: the first date column of the template
  /// with a zone, a place in the pass, the offset in the dates, UTC.
  init(of subject: PreviewSubject) {
    self =
      Self.ofColumn(subject.columns) ?? subject.pass.flatMap {
        Self.ofPlace($0) ?? Self.ofDates($0)
      }
      ?? ChosenZone(.utc, "no zone in the pass")
  }

  private static func ofColumn(_ columns: [Column]) -> ChosenZone? {
    for column in columns {
      guard let name = column.zoneName, let zone = PreviewZone(named: name) else { continue }
      return ChosenZone(zone, "column \(column.name)")
    }
    return nil
  }

  private static let zoneKeys = KeySelection { $0.type == .timeZone }

  /// Returns the zone of an event or departure. The zone of a destination is used only if there is
  /// no other.
  private static func ofPlace(_ pass: PassPackage) -> ChosenZone? {
    var found: ChosenZone?
    var isDestination = true
    pass.visit(zoneKeys) { entry, member, _ in
      guard isDestination, let name = member.value.string, let zone = PreviewZone(named: name)
      else { return }
      isDestination = entry.name.hasPrefix("destination")
      if found == nil || !isDestination { found = ChosenZone(zone, entry.name) }
    }
    return found
  }

  private static let dateKeys = KeySelection {
    $0.scope == .field && ["dateStyle", "timeStyle"].contains($0.name)
  }

  private static func ofDates(_ pass: PassPackage) -> ChosenZone? {
    var offsets: Set<Int> = []
    pass.visitObjects(having: dateKeys) { field, _ in
      guard let date = field["value"]?.string.flatMap({ W3CDate($0) }) else { return }
      offsets.insert(date.offsetInMinutes * 60)
    }
    guard !offsets.isEmpty else { return nil }
    return ChosenZone(PreviewZone(writtenWith: offsets), "as the dates are written")
  }
}
