// SPDX-License-Identifier: Apache-2.0

extension Disk {
  /// Swaps two files or folders on one disk atomically. Returns false without a change if the
  /// system or the disk does not support this.
  package static func exchange(_ path: String, _ other: String) throws(FileError) -> Bool {
    try check(path, .write)
    try check(other, .write)
    #if canImport(Glibc)
      // The Glibc module of Swift does not declare it, and other C libraries may not have it.
      guard let symbol = dlsym(nil, "renameat2") else { return false }
      typealias Exchange =
        @convention(c) (
          Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
        ) -> Int32
      let renameExchange: UInt32 = 2
      let exchange = unsafeBitCast(symbol, to: Exchange.self)
      let outcome = exchange(AT_FDCWD, path, AT_FDCWD, other, renameExchange)
    #else
      let outcome = renamex_np(path, other, UInt32(RENAME_SWAP))
    #endif
    if outcome == 0 { return true }
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw FileError(.write, path) }
    return false
  }
}
