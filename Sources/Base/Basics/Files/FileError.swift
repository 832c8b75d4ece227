// SPDX-License-Identifier: Apache-2.0

/// Why something on disk could not be done: what was tried, with which path, and the reason.
package struct FileError: Error, Hashable, Sendable {
  /// What was tried, as the sentence says it after "cannot".
  package enum Operation: String, Sendable {
    case read, list, write, remove, resolve, lock
    case makeFolder = "make the folder"
    case inspect = "look at"
  }

  /// What stood in the way.
  package enum Reason: Hashable, Sendable {
    /// The system refused, and this is its `errno`.
    case system(Int32)
    /// The file is larger than the caller takes, in bytes.
    case tooLarge(limit: Int)
    /// A file stands where a folder is expected.
    case notAFolder
    /// The path leads out of the folder that it is to lie in.
    case outsideFolder
    /// Only a path without a NUL byte can be handed to the system.
    case containsNUL

    /// There is nothing at the path; the system's own word for it.
    package static let missing = Reason.system(ENOENT)
  }

  /// What was tried.
  package let operation: Operation
  /// The path as the caller gave it.
  package let path: String
  /// What stood in the way.
  package let reason: Reason

  /// An error of a known reason; see `naming` for another path in the message.
  package init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// Takes the reason from `errno`; to be called before anything can change it.
  init(_ operation: Operation, _ path: String) {
    self.init(operation, path, .system(errno))
  }

  /// The same error with the path as it is to be shown.
  package func naming(_ path: String) -> FileError { FileError(operation, path, reason) }

  /// The system's error number, if the system refused.
  package var errorNumber: Int32? {
    if case .system(let number) = reason { number } else { nil }
  }

  /// Whether the path does not exist.
  package var isMissing: Bool { errorNumber == ENOENT || errorNumber == ENOTDIR }

  /// Whether a folder stands where a file is wanted.
  package var isFolder: Bool { errorNumber == EISDIR }

  /// Whether something stands where nothing may be replaced.
  package var isExisting: Bool { errorNumber == EEXIST }
}

extension FileError: CustomStringConvertible {
  /// One sentence: `gym.pass/icon.png does not exist`, or
  /// `cannot read gym.pass/icon.png: permission denied`.
  package var description: String {
    switch (operation, reason) {
    case (.read, .missing), (.list, .missing), (.resolve, .missing), (.inspect, .missing):
      return "\(path) does not exist"
    case (.read, .system(EISDIR)): return "\(path) is a folder, not a file"
    case (.list, .notAFolder), (.list, .system(ENOTDIR)): return "\(path) is a file, not a folder"
    default: break
    }
    let what =
      switch reason {
      case .system(let number): Self.words(for: number)
      case .tooLarge(let limit): "larger than \(limit) bytes"
      case .notAFolder: "it is a file, not a folder"
      case .outsideFolder: "the path leads out of its folder"
      case .containsNUL: "the path contains a NUL byte"
      }
    return "cannot \(operation.rawValue) \(path): \(what)"
  }

  /// What the system refused, by its number: the usual errors in the same words on every system, the
  /// others as the system says them.
  package static func words(for number: Int32) -> String {
    switch number {
    case ENOENT: "no such file or folder"
    case EACCES: "permission denied"
    case EPERM: "not permitted"
    case EISDIR: "it is a folder"
    case ENOTDIR: "a part of the path is not a folder"
    case EEXIST: "it exists already"
    case ENOSPC: "the disk is full"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the disk is read-only"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the name is too long"
    case ENOTEMPTY: "the folder is not empty"
    case EFBIG: "the file would become too large"
    case EMFILE, ENFILE: "too many open files"
    case EPIPE: "nobody reads the other end"
    case EADDRINUSE: "address already in use"
    case EADDRNOTAVAIL: "no address of this machine"
    case ECONNREFUSED: "connection refused"
    default: String(cString: strerror(number)).lowercased()
    }
  }
}
