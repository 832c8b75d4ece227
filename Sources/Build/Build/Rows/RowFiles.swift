// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassTemplate

/// The folder with the files that rows name. Files outside it cannot be read.
package struct RowFiles {
  private let folder: String
  private let disk: DiskReader

  /// Creates access to the files below `folder`. The log of `disk` records the files that are read.
  package init(folder: String, disk: DiskReader = DiskReader()) {
    self.folder = folder
    self.disk = disk
  }

  /// Returns the bytes of a file that a row of values names or contains, and its name for messages.
  static func read(
    _ path: String, of row: ValueRow, in folder: String?
  ) throws(RowFileError) -> (name: String, bytes: [UInt8]) {
    if let image = ValueRowReader.image(path, in: row) { return image }
    guard let folder else {
      throw .unreadable("the row names the file \(quoted(path)), and there is no folder of files")
    }
    return try RowFiles(folder: folder).read(path)
  }

  /// Returns the bytes of a file that a row names, and its path for messages.
  package func read(_ path: String) throws(RowFileError) -> (name: String, bytes: [UInt8]) {
    let name = FilePath.join(folder, path)
    do {
      let root = try disk.resolvingSymbolicLinks(folder)
      let target = try disk.resolvingSymbolicLinks(name)
      guard FilePath.isInside(target, root) else { throw RowFileError.outside }
      guard try disk.kind(of: target) == .file else {
        throw RowFileError.unreadable("\(name) is not a file")
      }
      return (name, try disk.read(name))
    } catch let error as RowFileError {
      throw error
    } catch let error as FileError {
      throw .unreadable(error.description)
    } catch {
      throw .unreadable("\(error)")
    }
  }
}
