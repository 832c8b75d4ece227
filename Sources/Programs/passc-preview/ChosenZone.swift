// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel
import PassPreview
import PassTemplate

/// The time zone a pass is drawn in, and why.
struct ChosenZone {
  let zone: PreviewZone
  /// Where the zone comes from, as the end of a sentence.
  private let source: String

  /// What the run prints: `time zone Europe/Berlin (column until)`.
  var line: String { "time zone \(described)" }

  /// What the live page offers as the zone of the pass.
  var described: String { "\(zone.label) (\(source))" }

  private init(_ zone: PreviewZone, _ source: String) {
    self.zone = zone
    self.source = source
  }

  /// The zone of `--time-zone`.
  init(option zone: PreviewZone) { self.init(zone, "--time-zone") }

  /// The zone of a pass: of the template's first date column that has one, else of the place in the
  /// pass, else the offset that each date is written with, else UTC.
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

  /// The zone of an event or a departure; that of a destination only when there is no other.
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
