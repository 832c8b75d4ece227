// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension ProvisioningFindings {
  /// Too few or too many certificates.
  package static let chainCount = Finding(
    "provision.chain.count", .error, effect: .refused,
    why: """
      The data is encrypted for the leaf certificate, which must be followed by its intermediate. \
      Phones send these two, and passc then reports a note. Apple's policy also requires the root.
      """,
    help: "send every certificate that PassKit returned",
    source: policy,
    wrong: """
      "certificates": [ "MIIB...leaf" ]
      """,
    right: """
      "certificates": [ "MIIB...leaf", "MIIC...intermediate", "MIID...root" ]
      """,
    bad: [
      .json("{}", of: "request.json", at: "/certificates", .option("--fault one-certificate")),
      .json(#"{"certificates": []}"#, of: "request.json", at: "/certificates"),
    ],
    good: [.json("{}", of: "request.json")])

  /// Certificates that are not signed by the next one.
  package static let chainOrder = Finding(
    "provision.chain.order", .error, effect: .refused,
    why: """
      Each certificate must be signed by the next one. passc verifies the signatures and ignores \
      the names. The leaf is first and the root last.
      """,
    help: "send one complete chain, leaf first",
    source: header,
    wrong: """
      "certificates": [ "MIID...root", "MIIC...intermediate", "MIIB...leaf" ]
      """,
    right: """
      "certificates": [ "MIIB...leaf", "MIIC...intermediate", "MIID...root" ]
      """,
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault reversed")),
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault no-intermediate")),
      .json("{}", of: "request.json", at: "/certificates/1", .option("--fault foreign-root")),
    ],
    good: [.json("{}", of: "request.json")])

  /// An intermediate other than Apple's.
  package static let chainIssuer = Finding(
    "provision.chain.issuer", .warning, effect: .maybeRefused,
    why: """
      Apple's policy requires the intermediate Apple Worldwide Developer Relations CA - G2. Apple \
      may change that.
      """,
    help: "check that the certificates belong to this request",
    source: policy,
    wrong: "certificate 2   CN=Example Intermediate CA",
    right: "certificate 2   CN=Apple Worldwide Developer Relations CA - G2",
    bad: [
      .json("{}", of: "request.json", at: "/certificates/1", .option("--fault other-issuer"))
    ],
    good: [.json("{}", of: "request.json")])

  /// A chain that does not end at a trusted root.
  package static let chainRoot = Finding(
    "provision.chain.root", .error, effect: .refused,
    why: """
      If you encrypt for somebody else's key, you give the data away. The chain must end at an \
      Apple root. In tests you can trust your own root as well, and another root is then only a \
      note.
      """,
    help: "reject the request; in tests, give the root with --trust",
    source: policy,
    wrong: "certificate 3   CN=Example Root CA",
    right: "certificate 3   CN=Apple Root CA - G3",
    bad: [
      .json("{}", of: "request.json", at: "/certificates/2", .option("without --trust"))
    ],
    good: [.json("{}", of: "request.json", .option("--trust trust.pem"))])

  /// A certificate outside its validity.
  package static let chainExpired = Finding(
    "provision.chain.expired", .warning, effect: .maybeRefused,
    why: "A certificate is not valid at this time. Apple's own policy does not check dates.",
    help: "check that the request is a new one",
    source: policy,
    wrong: "certificate 1   expired yesterday",
    right: "certificate 1   expires in 30 days",
    bad: [.json("{}", of: "request.json", at: "/certificates/0", .option("--fault expired"))],
    good: [.json("{}", of: "request.json")])

  /// A leaf key that does not fit the scheme.
  package static let leafKey = Finding(
    "provision.leaf.key", .error, effect: .refused,
    why: "EV_ECC_v2 requires a P-256 key, EV_RSA_v2 an RSA key of at least 2048 bits.",
    help: "check that scheme and certificates belong to the same request",
    source: header,
    wrong: """
      "scheme": "EV_RSA_v2"
      certificate 1   EC P-256
      """,
    right: """
      "scheme": "EV_ECC_v2"
      certificate 1   EC P-256
      """,
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault other-curve")),
      .json(#"{"scheme": "EV_RSA_v2"}"#, of: "request.json", at: "/certificates/0"),
    ],
    good: [.json("{}", of: "request.json")])

  /// A leaf whose key usage does not allow encryption.
  package static let leafUsage = Finding(
    "provision.leaf.usage", .warning, effect: .maybeRefused,
    why: """
      The key usage of the leaf must allow key encipherment or, for a key on a curve, key \
      agreement. This is an error if you trust only Apple's roots, and a warning if you also trust \
      your own.
      """,
    help: "check that the first certificate is the leaf of this request",
    source: .observed("our reading of Apple's policy; key agreement is inferred"),
    wrong: "certificate 1   key usage: digital signature",
    right: "certificate 1   key usage: key agreement",
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault wrong-usage"))
    ],
    good: [.json("{}", of: "request.json")])

  /// A leaf without Apple's marker.
  package static let leafMarker = Finding(
    "provision.leaf.marker", .warning, effect: .maybeRefused,
    why: """
      Apple marks the leaf with extension 1.2.840.113635.100.6.39. A missing one is an error if \
      you trust only Apple's roots, and a warning if you also trust your own.
      """,
    help: "check that the first certificate is the leaf of this request",
    source: policy,
    wrong: "certificate 1   extensions: key usage",
    right: "certificate 1   extensions: key usage, 1.2.840.113635.100.6.39",
    bad: [.json("{}", of: "request.json", at: "/certificates/0", .option("--fault no-marker"))],
    good: [.json("{}", of: "request.json")])
}
