// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassJSON
import PassModel

/// What a signer knows of the files of a pass by their positions. It is valid for the next pass if
/// that has the same files, or different ones with the same paths.
struct KnownPlaces {
  /// What an archive is laid out of, in its order.
  enum Step {
    /// Files that no row changes.
    case shared(LaidOutFiles)
    /// The file at a place.
    case file(Int)
    /// One of `seal`.
    case seal(Int)
  }

  private var paths: [String] = []
  /// The files that no row changes; nil for others, which are not kept.
  private var files: [PackagedFile?] = []
  /// What is known of those.
  private(set) var known: [SharedFiles.File?] = []
  /// Everything that an archive of such files is laid out of.
  private(set) var steps: [Step] = []

  /// What is made when a pass is sealed, in the order of paths.
  static let seal = PackageKind.pass.seal

  /// How many of `seal` stand before each file.
  static func sealsBefore(_ files: [PackagedFile]) -> [Int] {
    files.map { file in
      seal.count { $0.utf8.lexicographicallyPrecedes(file.path.utf8) }
    }
  }

  /// Whether the files of a pass are at these places.
  func fit(_ others: [PackagedFile]) -> Bool {
    guard files.count == others.count else { return false }
    return others.withUnsafeBufferPointer { others in
      for place in others.indices where others[place] !== files[place] {
        guard files[place] == nil, others[place].varies,
          others[place].path.hasBytes(of: paths[place])
        else { return false }
      }
      return true
    }
  }

  /// Looks at the files of a pass.
  mutating func look(at others: [PackagedFile], _ shared: SharedFiles) {
    paths = others.map(\.path)
    files = others.map { $0.varies ? nil : $0 }
    known = others.map { $0.varies ? nil : shared.files[$0.path] }
    let sealsBefore = Self.sealsBefore(others)
    steps = []
    var sealed = 0
    var place = 0
    while place < others.count {
      while sealed < sealsBefore[place] {
        steps.append(.seal(sealed))
        sealed += 1
      }
      if let run = shared.runs[paths[place]], isThere(run, at: place, sealsBefore) {
        steps.append(.shared(run.laidOut))
        place += run.paths.count
        continue
      }
      steps.append(known[place].map { .shared($0.laidOut) } ?? .file(place))
      place += 1
    }
    for next in sealed..<Self.seal.count { steps.append(.seal(next)) }
  }

  /// Whether all files of a run stand from a place on, and nothing between them.
  private func isThere(_ run: SharedFiles.Run, at place: Int, _ sealsBefore: [Int]) -> Bool {
    let end = place + run.paths.count
    return end <= paths.count && sealsBefore[end - 1] == sealsBefore[place]
      && zip(run.paths, place..<end).allSatisfy { path, place in
        known[place] != nil && path.hasBytes(of: paths[place])
      }
  }
}
