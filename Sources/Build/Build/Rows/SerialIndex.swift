// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// Remembers which serial numbers a run has met and on which line, for any number of rows.
///
/// Keeps 112 bits of each one's SHA-256: two of ten million serial numbers are taken for one with
/// a probability of 1e-20. The first 390,000 stay in memory, 12 MB; then everything moves to a
/// file without a name, a table of pages of which each row reads one and writes 24 bytes.
package struct SerialIndex {
  /// What is known of a serial number that was met before.
  package struct Earlier: Equatable {
    /// The line it was first met on, from 1.
    package let line: Int
    /// Whether it was spelled the same then; otherwise upper and lower case differ.
    package let isSameSpelling: Bool
  }

  /// 24 bytes; all zero is a free place.
  private struct Bucket {
    var first: UInt64 = 0
    /// 48 bits of the hash, above 16 bits of the spelling's.
    var second: UInt64 = 0
    var line: UInt64 = 0

    init() {}

    init(_ key: SerialKey, line: Int) {
      first = key.first
      second = key.second & ~0xFFFF | key.spelling & 0xFFFF
      self.line = UInt64(line)
    }

    var isFree: Bool { line == 0 }

    func isAbout(_ key: SerialKey) -> Bool {
      first == key.first && second >> 16 == key.second >> 16
    }

    func earlier(_ key: SerialKey) -> Earlier {
      Earlier(line: Int(line), isSameSpelling: second & 0xFFFF == key.spelling & 0xFFFF)
    }
  }

  private static let bucketsInMemory = 1 << 19
  /// 170 buckets and a rest, so that a page of the disk is a page of the table.
  private static let pageInBytes = 4096
  private static let bucketsPerPage = pageInBytes / MemoryLayout<Bucket>.stride

  private var memory: [Bucket]
  private var count = 0
  private let folder: String
  private let memoryLimit: Int
  private var disk: ScratchFile?
  /// A power of two.
  private var pages = 0
  private var page: [Bucket]

  /// An index that has met nothing yet.
  ///
  /// - Parameters:
  ///   - folder: on the disk that takes what does not fit into memory.
  ///   - bucketsInMemory: a power of two.
  package init(folder: String, bucketsInMemory: Int = SerialIndex.bucketsInMemory) {
    self.folder = folder
    memoryLimit = bucketsInMemory
    memory = Array(repeating: Bucket(), count: min(1024, bucketsInMemory))
    page = Array(repeating: Bucket(), count: Self.bucketsPerPage)
  }

  /// Notes a serial number; returns where it stood before, if it did.
  package mutating func insert(_ key: SerialKey, line: Int) throws(FileError) -> Earlier? {
    if disk == nil {
      if count * 4 < memory.count * 3 { return insertInMemory(key, line) }
      if memory.count < memoryLimit {
        growMemory()
        return insertInMemory(key, line)
      }
      try moveToDisk()
    }
    if count * 8 > pages * Self.bucketsPerPage * 5 { try growDisk() }
    return try insertOnDisk(key, line)
  }

  // MARK: In memory

  private mutating func insertInMemory(_ key: SerialKey, _ line: Int) -> Earlier? {
    let mask = memory.count - 1
    var index = Int(truncatingIfNeeded: key.first) & mask
    while !memory[index].isFree {
      if memory[index].isAbout(key) { return memory[index].earlier(key) }
      index = (index + 1) & mask
    }
    memory[index] = Bucket(key, line: line)
    count += 1
    return nil
  }

  private mutating func growMemory() {
    let old = memory
    memory = Array(repeating: Bucket(), count: old.count * 2)
    let mask = memory.count - 1
    for bucket in old where !bucket.isFree {
      var index = Int(truncatingIfNeeded: bucket.first) & mask
      while !memory[index].isFree { index = (index + 1) & mask }
      memory[index] = bucket
    }
  }

  // MARK: On disk

  /// The first bits name the page, so that a table twice as large has the same order.
  private func homePage(_ first: UInt64) -> Int {
    Int(first >> UInt64(64 - pages.trailingZeroBitCount))
  }

  private mutating func moveToDisk() throws(FileError) {
    let old = memory
    memory = []
    disk = try ScratchFile(in: folder)
    pages = 1
    while pages * Self.bucketsPerPage < old.count * 2 { pages *= 2 }
    // In the order of their pages, so that each page is written once and not a bucket at a time.
    try fill(old.filter { !$0.isFree }.sorted { $0.first < $1.first })
  }

  /// Twice as large; every page is read and written once.
  private mutating func growDisk() throws(FileError) {
    let old = disk
    let oldPages = pages
    disk = try ScratchFile(in: folder)
    pages *= 2
    guard let old else { return }
    // What flowed over from a page stands on the next ones, so some pages are kept in sight.
    var waiting: [Bucket] = []
    for number in 0..<oldPages {
      try Self.read(&page, from: old, number)
      waiting += page.filter { !$0.isFree }
      if waiting.count > 1 << 16 {
        try fill(waiting.sorted { $0.first < $1.first })
        waiting = []
      }
    }
    try fill(waiting.sorted { $0.first < $1.first })
  }

  /// Writes buckets that are not yet there, sorted.
  private mutating func fill(_ buckets: [Bucket]) throws(FileError) {
    guard let disk else { return }
    var number = -1
    var used = 0
    func flush(_ page: [Bucket]) throws(FileError) {
      if number >= 0 { try Self.write(page, to: disk, number) }
    }
    for bucket in buckets {
      let home = homePage(bucket.first)
      if home > number {
        try flush(page)
        number = home
        try Self.read(&page, from: disk, number)
        used = page.prefix { !$0.isFree }.count
      }
      while used == Self.bucketsPerPage {
        try flush(page)
        number = (number + 1) & (pages - 1)
        try Self.read(&page, from: disk, number)
        used = page.prefix { !$0.isFree }.count
      }
      page[used] = bucket
      used += 1
    }
    try flush(page)
  }

  private mutating func insertOnDisk(
    _ key: SerialKey, _ line: Int
  ) throws(FileError) -> Earlier? {
    guard let disk else { return nil }
    var number = homePage(key.first)
    while true {
      try Self.read(&page, from: disk, number)
      for index in page.indices {
        if page[index].isFree {
          page[index] = Bucket(key, line: line)
          count += 1
          try Self.write(page, to: disk, number, only: index)
          return nil
        }
        if page[index].isAbout(key) { return page[index].earlier(key) }
      }
      number = (number + 1) & (pages - 1)
    }
  }

  private static func read(
    _ page: inout [Bucket], from disk: ScratchFile, _ number: Int
  ) throws(FileError) {
    var failure: FileError?
    page.withUnsafeMutableBytes { bytes in
      do throws(FileError) {
        try disk.read(into: bytes, at: number * pageInBytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private static func write(
    _ page: [Bucket], to disk: ScratchFile, _ number: Int, only index: Int? = nil
  ) throws(FileError) {
    var failure: FileError?
    page.withUnsafeBytes { bytes in
      let size = MemoryLayout<Bucket>.stride
      let range = index.map { $0 * size..<($0 + 1) * size } ?? 0..<bytes.count
      do throws(FileError) {
        try disk.write(
          UnsafeRawBufferPointer(rebasing: bytes[range]),
          at: number * pageInBytes + range.lowerBound)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
