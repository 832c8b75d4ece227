// SPDX-License-Identifier: Apache-2.0

/// An error of a file operation: the operation, the path and the reason.
package struct FileError: Error, Hashable, Sendable {
  /// The operation. Its raw value follows "cannot" in messages.
  package enum Operation: String, Sendable {
    case read, list, write, remove, resolve, lock
    case makeFolder = "make the folder"
    case inspect = "look at"
  }

  package enum Reason: Hashable, Sendable {
    /// An `errno` of the system.
    case system(Int32)
    /// The file is larger than the limit of the caller, in bytes.
    case tooLarge(limit: Int)
    /// The path is a file, but a folder is expected.
    case notAFolder
    /// The path leads out of the folder that must contain it.
    case outsideFolder
    /// The path contains a NUL byte, which the system does not support.
    case containsNUL

    package static let missing = Reason.system(ENOENT)
  }

  package let operation: Operation
  /// The path as the caller gave it.
  package let path: String
  package let reason: Reason

  package init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// Uses `errno` as the reason. Call it before another system call changes `errno`.
  init(_ operation: Operation, _ path: String) {
    self.init(operation, path, .system(errno))
  }

  /// Returns the same error with another path for the message.
  package func naming(_ path: String) -> FileError { FileError(operation, path, reason) }

  /// The `errno`, if the error is from the system.
  package var errorNumber: Int32? {
    if case .system(let number) = reason { number } else { nil }
  }

  /// Whether the path does not exist.
  package var isMissing: Bool { errorNumber == ENOENT || errorNumber == ENOTDIR }

  /// Whether the path is a folder, but a file is expected.
  package var isFolder: Bool { errorNumber == EISDIR }

  /// Whether the path already exists and must not be replaced.
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
      case .system(let number): Self.message(for: number)
      case .tooLarge(let limit): "larger than \(limit) bytes"
      case .notAFolder: "it is a file, not a folder"
      case .outsideFolder: "the path leads out of its folder"
      case .containsNUL: "the path contains a NUL byte"
      }
    return "cannot \(operation.rawValue) \(path): \(what)"
  }

  /// Returns the message for an `errno`. Usual errors have the same wording on every system.
  package static func message(for number: Int32) -> String {
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
