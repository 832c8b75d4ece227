// SPDX-License-Identifier: Apache-2.0

/// Key derivation of ANSI X9.63 with SHA-256 (SEC 1, section 3.6.1).
package enum X963KDF {
  private static let digestLength = 32
  /// Maximum number of octets. More would be a bug.
  private static let maxLength = 1 << 16

  /// Derives `length` octets from a shared secret and public information.
  package static func derive(_ secret: Secret, info: [UInt8], length: Int) -> Secret {
    precondition((1...maxLength).contains(length), "\(length) octets cannot be derived")
    var output: [UInt8] = []
    output.reserveCapacity(length + digestLength)
    var input: [UInt8] = []
    // Reserved once, because growing would leave a copy of the secret in memory.
    input.reserveCapacity(secret.count + 4 + info.count)
    defer {
      Secret.wipe(&input)
      Secret.wipe(&output)
    }
    var counter: UInt32 = 1
    while output.count < length {
      input.removeAll(keepingCapacity: true)
      secret.withUnsafeBytes { input.append(contentsOf: $0) }
      for shift in stride(from: 24, through: 0, by: -8) {
        input.append(UInt8(truncatingIfNeeded: counter >> UInt32(shift)))
      }
      input.append(contentsOf: info)
      output.append(contentsOf: Digest.sha256(input))
      counter += 1
    }
    return Secret(output.prefix(length))
  }
}
