// SPDX-License-Identifier: Apache-2.0

import AppleStubs
import Foundation
import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassJSON
import PassProvisioning
import PassTesting
import Testing

/// Tests of unusual chains, profiles and documents.
struct ProvisioningCaseTests {
  private static func request(_ chain: [Certificate], scheme: String = "EV_ECC_v2") -> [UInt8] {
    let list = chain.map { "\"\(Base64.encode($0.der))\"" }.joined(separator: ",")
    return Array(
      """
      {"certificates":[\(list)],"nonce":"bm9uY2Uh","nonceSignature":"c2lnbmF0dXJl",\
      "scheme":"\(scheme)"}
      """.utf8)
  }

  private static func found(_ bytes: [UInt8], _ root: Certificate?) -> [String] {
    Provision.judged(bytes, isAnswer: false, nil, trust: root).map { "\($0.severity) \($0.code)" }
  }

  private static func authority() throws -> EnciphermentChain {
    try EnciphermentChain(
      notBefore: Provision.now - 86_400, notAfter: Provision.now + 86_400)
  }

  @Test func whatOnlyApplesPolicyWantsIsAnErrorWithoutTrust() throws {
    let authority = try Self.authority()
    var leaf = EnciphermentChain.Leaf()
    leaf.hasMarker = false
    leaf.usage = .digitalSignature
    let chain = [try authority.leaf(leaf), authority.intermediate, authority.root]
    #expect(
      Set(Self.found(Self.request(chain), authority.root))
        == ["warning provision.leaf.usage", "warning provision.leaf.marker"])
    #expect(
      Set(Self.found(Self.request(chain), nil))
        == [
          "error provision.leaf.usage", "error provision.leaf.marker", "error provision.chain.root",
        ])
  }

  @Test func anRSALeafBelongsToItsScheme() throws {
    let authority = try Self.authority()
    var leaf = EnciphermentChain.Leaf()
    leaf.publicKeyDER = try PrivateKey.generateRSA2048().publicKeyDER
    leaf.usage = .keyEncipherment
    let chain = [try authority.leaf(leaf), authority.intermediate, authority.root]
    #expect(Self.found(Self.request(chain, scheme: "EV_RSA_v2"), authority.root) == [])
    #expect(Self.found(Self.request(chain), authority.root) == ["error provision.leaf.key"])
  }

  @Test func twoCertificatesAreWhatPhonesSend() throws {
    let authority = try Self.authority()
    let leaf = try authority.leaf()
    let two = Self.request([leaf, authority.intermediate])
    #expect(Self.found(two, authority.root) == ["note provision.chain.count"])
    let four = [leaf, authority.intermediate, authority.root, authority.root]
    #expect(Self.found(Self.request(four), authority.root) == ["warning provision.chain.count"])
    let swapped = [authority.intermediate, leaf]
    #expect(Self.found(Self.request(swapped), authority.root) == ["error provision.chain.order"])
  }

  @Test func theOrderIsToldByTheSignatureAndNotByNames() throws {
    let one = try Self.authority()
    let namesake = try Self.authority()
    let chain = [try one.leaf(), namesake.intermediate, namesake.root]
    let diagnostics = Provision.judged(
      Self.request(chain), isAnswer: false, nil, trust: namesake.root)
    #expect(diagnostics.map(\.code) == ["provision.chain.order"])
    #expect(diagnostics.first?.message == "certificate 1 is not signed by certificate 2")
    let reversed = Array([try one.leaf(), one.intermediate, one.root].reversed())
    let found = Provision.judged(Self.request(reversed), isAnswer: false, nil, trust: one.root)
    #expect(found.map(\.message) == ["the certificates are in reverse order"])
  }

  @Test func permutingMembersChangesNothing() throws {
    let made = try ProvisioningExample(profile: nil, fault: .noMarker, now: Provision.now)
    let root = try Provision.document(made.bytes("request.json")).root
    let members = root.members.map { "\"\($0.name)\":\(JSONWriter.text($0.value))" }
    var random = SplitMix64(seed: 9)
    let expected = Self.found(made.bytes("request.json"), made.root)
    #expect(expected == ["warning provision.leaf.marker"])
    for _ in 0..<20 {
      let text = "{" + members.shuffled(using: &random).joined(separator: ",") + "}"
      #expect(Self.found(Array(text.utf8), made.root) == expected)
    }
  }

  @Test func aProfileOfOnesOwnIsDataLikeTheOthers() throws {
    let text = try #require(ProvisioningProfile.text(of: "wise"))
      .replacing("\"wise\"", with: "\"ours\"")
      .replacing("\"nonce\": \"hex\"", with: "\"nonce\": \"base64\"")
      .replacing("/encryptedPassData", with: "/data/encrypted")
    let profile = try ProvisioningProfile(json: Array(text.utf8))
    #expect(profile.name == "ours" && ProvisioningProfile.named("ours") == nil)
    let made = try ProvisioningExample(profile: profile, now: Provision.now)
    for (file, isAnswer) in [("request.json", false), ("answer.json", true)] {
      let found = Provision.judged(
        made.bytes(file), isAnswer: isAnswer, profile, trust: made.root)
      #expect(found.isEmpty, "\(file) \(found.map(\.message))")
    }
    let broken = text.replacing("{nonce}", with: "{nonsense}")
    #expect(throws: DiagnosticsError.self) { try ProvisioningProfile(json: Array(broken.utf8)) }
    #expect(throws: DiagnosticsError.self) { try ProvisioningProfile(json: Array("[]".utf8)) }
  }

  private static let count =
    ProcessInfo.processInfo.environment["PASSC_RANDOM_DOCUMENTS"].flatMap(Int.init) ?? 5_000

  @Test func randomDocumentsNeitherTrapNorHang() throws {
    var random = SplitMix64(seed: 15)
    let values = [
      "null", "1", "\"\"", "[]", "{}", "true", "\"AAAA\"", "[[1]]", "-1e9", "\"\\u0000\"",
    ]
    var bases: [(bytes: [UInt8], isAnswer: Bool, profile: ProvisioningProfile?)] = []
    let profiles = [nil] + ProvisioningProfile.builtIn as [ProvisioningProfile?]
    for profile in profiles {
      let made = try ProvisioningExample(profile: profile, now: Provision.now)
      bases.append((made.bytes("request.json"), false, profile))
      bases.append((made.bytes("answer.json"), true, profile))
      bases.append((made.bytes("profile.json"), true, nil))
    }
    for index in 0..<Self.count {
      let base = bases[index % bases.count]
      var bytes = base.bytes
      if bytes.isEmpty { bytes = Array("{}".utf8) }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = random.byte()
        } else if let colon = bytes[place...].firstIndex(of: 0x3A) {
          let end = bytes[colon...].firstIndex { $0 == 0x2C || $0 == 0x7D } ?? bytes.count
          bytes.replaceSubrange(
            (colon + 1)..<max(colon + 1, end),
            with: Array((values.randomElement(using: &random) ?? "").utf8))
        }
      }
      _ = Provision.judged(bytes, isAnswer: base.isAnswer, base.profile, trust: nil)
      if let profile = profiles[index % profiles.count] {
        _ = profile.appAnswer(from: UpstreamAnswer(status: 200, body: bytes))
        if let request = try? AppRequest(json: bytes) {
          _ = try? profile.upstreamRequest(
            from: request, card: AuthorizedCard(id: "1", cardholderName: "a"))
        }
      }
      _ = try? ProvisioningProfile(json: bytes)
    }
  }

  // MARK: Generated source

  /// A label of each call in the source, and a misspelled form.
  private static let labels = [
    ("encryptionScheme: .ECC_V2", "encryptingScheme: .ECC_V2"),
    ("requestConfiguration: configuration", "requestConfig: configuration"),
    ("delegate: self)", "delegated: self)"),
    ("onRequest: {", "onRequested: {"), ("onCompletion: {", "onCompleted: {"),
    ("fallback: fallback)", "fallBack: fallback)"),
    (
      "primaryAccountIdentifier: primaryAccountIdentifier)",
      "primaryAccountID: primaryAccountIdentifier)"
    ),
    ("generateRequestWithCertificateChain certificates", "generateRequestWithChain certificates"),
    ("didFinishAdding pass", "didFinish pass"),
    ("configuration.cardholderName", "configuration.cardHolderName"),
    ("configuration.primaryAccountSuffix", "configuration.accountSuffix"),
    ("request.encryptedPassData", "request.encryptedData"),
    ("request.ephemeralPublicKey", "request.ephemeralKey"),
    ("response.nonceSignature", "response.signature"),
    ("response.certificates", "response.certificateChain"),
    ("rawValue: (error", "raw: (error"),
  ]

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func theSourceTypeChecks() throws {
    let complaints = try AppleSources.complaints(about: [
      "CardProvisioning.swift": ProvisioningSource.card
    ])
    #expect(complaints.isEmpty, "\(complaints)")
  }

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"), arguments: labels)
  func aMisspeltLabelIsNoticed(_ label: String, _ misspelt: String) throws {
    let source = ProvisioningSource.card.replacing(label, with: misspelt)
    try #require(source != ProvisioningSource.card)
    #expect(try !AppleSources.complaints(about: ["CardProvisioning.swift": source]).isEmpty)
  }
}

extension JSONWriter {
  static func text(_ value: JSONValue) -> String {
    String(decoding: bytes(of: value), as: UTF8.self)
  }
}
