// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// Names the intermediate a certificate needs and how to get it.
package struct IssuerAdvice {
  /// What people call the intermediate, the generation included where it is Apple's.
  package let name: String
  /// SHA-256 of the intermediate where it is one of Apple's known ones, 64 hex digits.
  package let sha256: String?
  /// The command that fetches it from the web address the certificate names; nil without one.
  package let curl: String?
  /// The name of the file that `curl` writes; nil without the command.
  package let file: String?

  /// Looks the issuer up among Apple's known authorities; of another one only the name in the
  /// certificate is known.
  package init(for certificate: Certificate) {
    self.init(for: certificate, issuedBy: TrustAnchors.issuer(of: certificate))
  }

  /// Advises on a certificate whose issuer among Apple's authorities is known already; nil when it
  /// is another one.
  package init(for certificate: Certificate, issuedBy anchor: TrustAnchor?) {
    name = anchor?.name ?? certificate.issuer.commonName ?? certificate.issuer.text
    sha256 = anchor?.sha256Hex
    // The address comes from a file: nothing but a web address becomes part of a command.
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

  /// The last part of the address when it is a harmless file name.
  private static func fileName(_ url: String) -> String {
    // Behind the scheme and the host.
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

  /// How to get the intermediate into the identity, in a sentence.
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

/// Words of a command line, for people to paste into a POSIX shell.
package enum ShellWord {
  /// The text as one word: as it is, or in single quotes where the shell would read more into it.
  package static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy {
      ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
        || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || "-_./:%@+=,".utf8.contains($0)
    }
    if plain, !text.isEmpty { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
