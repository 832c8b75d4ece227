// SPDX-License-Identifier: Apache-2.0

extension Disk {
  /// Lets two files or folders of one disk change places in one step, so that nobody ever finds
  /// neither; false, with nothing changed, where the system or the disk cannot do that.
  package static func exchange(_ path: String, _ other: String) throws(FileError) -> Bool {
    try check(path, .write)
    try check(other, .write)
    #if canImport(Glibc)
      // Swift's Glibc module does not show it, and C libraries other than glibc may lack it.
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
