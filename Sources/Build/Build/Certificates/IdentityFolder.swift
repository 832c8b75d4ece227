// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassCrypto

/// Puts files into a folder of certificates and keys without ever replacing one.
package struct IdentityFolder {
  /// The folder as the user names it.
  package let path: String

  /// Makes the folder, for this user alone, when it is not there.
  package init(making path: String) throws(FileError) {
    self.path = path
    try Disk.makeFolders(path, mode: 0o700)
  }

  /// Writes a file under the first free of `name.ext`, `name-2.ext`, `name-3.ext` ...
  ///
  /// - Parameter mode: `.secret` for everything that holds a private key.
  /// - Returns: the path written.
  @discardableResult
  package func add(
    _ bytes: [UInt8], as name: String, mode: FileMode = .ordinary
  ) throws(FileError) -> String {
    let (stem, ending) = (FilePath.stem(name), FilePath.extension(name))
    var number = 1
    while true {
      let candidate = number == 1 ? name : "\(stem)-\(number).\(ending)"
      let file = FilePath.join(path, candidate)
      do {
        try Disk.write(bytes, to: file, mode: mode, replacing: false)
        return file
      } catch {
        guard error.isExisting, number < 1000 else { throw error }
        number += 1
      }
    }
  }

  /// Writes a private key as PKCS #8 in PEM, mode 0600, encrypted when there is a password.
  package func add(_ key: PrivateKey, as name: String, password: Secret?) throws -> String {
    var bytes =
      try password.map { Array(try key.encryptedPEM(password: $0).utf8) } ?? key.pemBytes()
    defer { Secret.wipe(&bytes) }
    return try add(bytes, as: name, mode: .secret)
  }
}
