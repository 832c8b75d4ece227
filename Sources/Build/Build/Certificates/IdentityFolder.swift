// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassCrypto

/// Writes files into a folder of certificates and keys and never replaces one.
package struct IdentityFolder {
  /// The folder as the user named it.
  package let path: String

  /// Creates the folder, accessible only to this user, if it does not exist.
  package init(making path: String) throws(FileError) {
    self.path = path
    try Disk.makeFolders(path, mode: 0o700)
  }

  /// Writes a file under the first free name of `name.ext`, `name-2.ext`, `name-3.ext` and so on.
  ///
  /// - Parameter mode: `.secret` for every file with a private key.
  /// - Returns: the path of the file.
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

  /// Writes a private key as PKCS #8 in PEM with mode 0600. It is encrypted if there is a password.
  package func add(_ key: PrivateKey, as name: String, password: Secret?) throws -> String {
    var bytes =
      try password.map { Array(try key.encryptedPEM(password: $0).utf8) } ?? key.pemBytes()
    defer { Secret.wipe(&bytes) }
    return try add(bytes, as: name, mode: .secret)
  }
}
