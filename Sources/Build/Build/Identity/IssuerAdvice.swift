// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
package import PassCrypto

/// The name of the intermediate that a certificate needs, and how to get it.
package struct IssuerAdvice {
  /// The usual name of the intermediate, with its generation if it is Apple's.
  package let name: String
  /// The SHA-256 of the intermediate as 64 hex digits, if it is one of Apple's known ones.
  package let sha256: String?
  /// The command that downloads it from the address in the certificate, or nil if there is none.
  package let curl: String?
  /// The name of the file that `curl` writes, or nil without the command.
  package let file: String?

  /// Looks the issuer up among Apple's known authorities. For another issuer only the name in the
  /// certificate is known.
  package init(for certificate: Certificate) {
    self.init(for: certificate, issuedBy: TrustAnchors.issuer(of: certificate))
  }

  /// Creates advice for a certificate whose issuer was already looked up among Apple's authorities.
  /// `anchor` is nil if it is another one.
  package init(for certificate: Certificate, issuedBy anchor: TrustAnchor?) {
    name = anchor?.name ?? certificate.issuer.authorityName
    sha256 = anchor?.sha256Hex
    // The address comes from an untrusted file. Only a web address may become part of a command.
    let url = certificate.issuerURL.flatMap {
      $0.hasPrefix("http://") || $0.hasPrefix("https://") ? $0 : nil
    }
    let file = url.map(Self.fileName)
    self.file = file
    if let url, let file {
      curl = "curl -fsSLo \(file) \(ShellWord.quoted(url))"
    } else {
      curl = nil
    }
  }

  /// Returns the last part of the address if it is a safe file name.
  private static func fileName(_ url: String) -> String {
    // Drops the scheme and the host.
    let parts = url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
    let name = parts.last.map(String.init) ?? ""
    let isPlain =
      !name.isEmpty && name.utf8.count <= 80 && !name.hasPrefix(".") && !name.hasPrefix("-")
      && name.utf8.allSatisfy {
        ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
          || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || "-_.".utf8.contains($0)
      }
    return isPlain && name.contains(".") ? name : "issuer.cer"
  }

  /// A sentence with instructions to add the intermediate to the identity.
  package var help: String {
    var text = "add \(name)"
    if let sha256 { text += " (SHA-256 \(sha256))" }
    text += " to the identity"
    if let curl {
      text += ": \(curl)"
    } else if sha256 != nil {
      text += "; it is on https://www.apple.com/certificateauthority/"
    }
    return text
  }
}
