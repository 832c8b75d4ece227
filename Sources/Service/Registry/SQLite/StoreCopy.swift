// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import PassDatabase

/// A copy of a database in a new file, made while a service may be running.
package enum StoreCopy {
  /// Copies a database of any version. The copy appears complete or not at all.
  package static func make(of path: String, to target: String) throws(StoreError) {
    let file: DatabaseFile
    do {
      file = try DatabaseFile(path, .reading)
    } catch {
      throw error.isMissing
        ? StoreError(.missing, "database \(path) does not exist")
        : StoreError(.failed, error.description)
    }
    defer { file.end() }
    do {
      try StoreSchema.check(try file.form())
      try write(
        from: try Database(path, SQLiteStore.settings(of: file, isReadOnly: true)), to: target)
    } catch let error as FileError {
      throw StoreError(.failed, error.description)
    } catch {
      throw StoreError(error).naming(path)
    }
  }

  /// Returns a name that neither a file nor a log has: the given one, or the same with a number.
  static func freeName(like wanted: String) throws -> String {
    var name = wanted
    var number = 1
    while try Disk.kind(of: name) != nil || Disk.kind(of: name + "-wal") != nil {
      number += 1
      name = "\(wanted)-\(number)"
    }
    return name
  }

  /// Copies the database of a connection. An epoch begins when the copy is served.
  static func write(from source: Database, to target: String) throws(StoreError) {
    do {
      try copy(from: source, to: target)
    } catch let error as FileError {
      throw StoreError(.failed, error.description)
    } catch {
      let error = StoreError(error)
      throw StoreError(error.reason, "cannot copy to \(target): \(error.description)")
    }
  }

  private static func copy(from source: Database, to target: String) throws {
    guard try Disk.kind(of: target) == nil else {
      throw FileError(.write, target, .system(EEXIST))
    }
    let folder = try Disk.makeTemporaryFolder(in: FilePath.parent(target))
    defer { try? Disk.removeTree(folder) }
    let copy = FilePath.join(folder, "copy")
    let descriptor = open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(.write, target, .system(errno)) }
    close(descriptor)
    // The connection to the copy is closed when this statement ends.
    try source.backUp(to: try Database(copy))
    // A hard link never replaces a file that has appeared meanwhile.
    guard link(copy, target) == 0 else { throw FileError(.write, target, .system(errno)) }
  }
}
