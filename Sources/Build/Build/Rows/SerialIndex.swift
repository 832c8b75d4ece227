// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// An index of the serial numbers of a run and their lines, for any number of rows.
///
/// It stores 112 bits of the SHA-256 of each serial number. The probability that two of ten million
/// are mistaken for the same is 1e-20. The first 390,000 are in memory (12 MB). Then all move to a
/// file without a name, a hash table of pages. Each row reads one page and writes 24 bytes.
package struct SerialIndex {
  /// The earlier occurrence of a serial number.
  package struct Earlier: Equatable {
    /// Its first line, from 1.
    package let line: Int
    /// Whether the spelling was the same. Otherwise only the case differs.
    package let isSameSpelling: Bool
  }

  /// 24 bytes. A bucket of zeros is free.
  private struct Bucket {
    var first: UInt64 = 0
    /// 48 bits of the hash, and in the low 16 bits a hash of the spelling.
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
  /// A page of the table is a page of the disk, with 170 buckets and a few unused bytes.
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

  /// Creates an empty index.
  ///
  /// - Parameters:
  ///   - folder: the location of the file for the entries that do not fit into memory.
  ///   - bucketsInMemory: a power of two.
  package init(folder: String, bucketsInMemory: Int = SerialIndex.bucketsInMemory) {
    self.folder = folder
    memoryLimit = bucketsInMemory
    memory = Array(repeating: Bucket(), count: min(1024, bucketsInMemory))
    page = Array(repeating: Bucket(), count: Self.bucketsPerPage)
  }

  /// Records a serial number. Returns its earlier occurrence, if there is one.
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

  /// The first bits select the page, so that the order stays the same when the table is doubled.
  private func homePage(_ first: UInt64) -> Int {
    Int(first >> UInt64(64 - pages.trailingZeroBitCount))
  }

  private mutating func moveToDisk() throws(FileError) {
    let old = memory
    memory = []
    disk = try ScratchFile(in: folder)
    pages = 1
    while pages * Self.bucketsPerPage < old.count * 2 { pages *= 2 }
    // In the order of the pages, so that each page is written once, and not once per bucket.
    try fill(old.filter { !$0.isFree }.sorted { $0.first < $1.first })
  }

  /// Doubles the table. Every page is read and written once.
  private mutating func growDisk() throws(FileError) {
    let old = disk
    let oldPages = pages
    disk = try ScratchFile(in: folder)
    pages *= 2
    guard let old else { return }
    // Buckets that did not fit on their page are on the following ones. Sorting many pages at once
    // brings them back into order.
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

  /// Writes buckets in their order to pages that are still empty.
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
