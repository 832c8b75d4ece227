// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension ProvisioningFindings {
  /// Too few or too many certificates.
  package static let chainCount = Finding(
    "provision.chain.count", .error, effect: .refused,
    why: """
      The data is enciphered for the leaf, which has to be followed by its intermediate. Phones \
      send these two, which is a note; Apple's policy wants the root as well.
      """,
    help: "send every certificate PassKit handed over", source: policy,
    bad: [
      .json("{}", of: "request.json", at: "/certificates", .option("--fault one-certificate")),
      .json(#"{"certificates": []}"#, of: "request.json", at: "/certificates"),
    ],
    good: [.json("{}", of: "request.json")])

  /// Certificates that did not sign each other.
  package static let chainOrder = Finding(
    "provision.chain.order", .error, effect: .refused,
    why: """
      Each certificate is signed by the next: the signature itself is verified, names do not \
      count. Leaf first, root last; the other way round is named as such.
      """,
    help: "send one chain, leaf first, nothing left out between", source: header,
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault reversed")),
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault no-intermediate")),
      .json("{}", of: "request.json", at: "/certificates/1", .option("--fault foreign-root")),
    ],
    good: [.json("{}", of: "request.json")])

  /// Another intermediate than the one Apple uses.
  package static let chainIssuer = Finding(
    "provision.chain.issuer", .warning, effect: .maybeRefused,
    why: """
      Apple's policy wants the intermediate to be Apple Worldwide Developer Relations CA - G2. \
      Apple may change that.
      """,
    help: "see that the chain is the one of this request", source: policy,
    bad: [
      .json("{}", of: "request.json", at: "/certificates/1", .option("--fault other-issuer"))
    ],
    good: [.json("{}", of: "request.json")])

  /// A chain of somebody else's.
  package static let chainRoot = Finding(
    "provision.chain.root", .error, effect: .refused,
    why: """
      Data enciphered for a stranger's key is given away. Chains end at a root of Apple's; in \
      tests a root of one's own is trusted beside, and what ends elsewhere is then a note.
      """,
    help: "refuse the request; in tests, trust the root they are under", source: policy,
    bad: [
      .json("{}", of: "request.json", at: "/certificates/2", .option("without --trust"))
    ],
    good: [.json("{}", of: "request.json", .option("--trust trust.pem"))])

  /// A certificate outside its time.
  package static let chainExpired = Finding(
    "provision.chain.expired", .warning, effect: .maybeRefused,
    why: "A certificate is outside its validity. Apple's own policy does not look at dates.",
    help: "see that the request is a fresh one", source: policy,
    bad: [.json("{}", of: "request.json", at: "/certificates/0", .option("--fault expired"))],
    good: [.json("{}", of: "request.json")])

  /// A leaf whose key is of another kind.
  package static let leafKey = Finding(
    "provision.leaf.key", .error, effect: .refused,
    why: "EV_ECC_v2 is for a key on P-256, EV_RSA_v2 for one of RSA with 2048 bits or more.",
    help: "see that scheme and certificates are of one request", source: header,
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault other-curve")),
      .json(#"{"scheme": "EV_RSA_v2"}"#, of: "request.json", at: "/certificates/0"),
    ],
    good: [.json("{}", of: "request.json")])

  /// A leaf that is not for enciphering.
  package static let leafUsage = Finding(
    "provision.leaf.usage", .warning, effect: .maybeRefused,
    why: """
      The leaf's key is for enciphering keys, or on a curve for agreeing on them. An error with \
      Apple's roots alone, a warning where one of one's own is trusted.
      """,
    help: "see that the first certificate is the leaf of this request",
    source: .observed("our reading of Apple's policy; key agreement is inferred"),
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault wrong-usage"))
    ],
    good: [.json("{}", of: "request.json")])

  /// A leaf without Apple's marker.
  package static let leafMarker = Finding(
    "provision.leaf.marker", .warning, effect: .maybeRefused,
    why: """
      Apple marks the leaf with extension 1.2.840.113635.100.6.39. An error with Apple's roots \
      alone, a warning where one of one's own is trusted.
      """,
    help: "see that the first certificate is the leaf of this request", source: policy,
    bad: [.json("{}", of: "request.json", at: "/certificates/0", .option("--fault no-marker"))],
    good: [.json("{}", of: "request.json")])
}
