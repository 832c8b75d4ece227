// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassFiles
import PassPush

/// Where pushes go and as whom, out of the options.
enum PushSetup {
  /// The push service that was named; nil for none.
  static func target(_ options: PushTargetOptions) throws -> PushTarget? {
    var target: PushTarget
    switch options.push ?? "none" {
    case "none": return nil
    case "apns": target = .apple
    case let place:
      guard let colon = place.lastIndex(of: ":"), colon != place.startIndex,
        let port = Int(place[place.index(after: colon)...]), (1...65_535).contains(port)
      else {
        throw Failure.usage(
          "--push \(place) is no push service", help: "write none, apns or HOST:PORT")
      }
      target = PushTarget(host: String(place[..<colon]), port: port)
    }
    if let file = options.pushTrust {
      target.trust = CredentialFile.certificates(in: try Disk.read(file))
      guard !target.trust.isEmpty else {
        throw Failure.environment("\(file) holds no certificate")
      }
    }
    target.sentAsBackground = options.pushBackground
    return target
  }

  /// Who we are: the pass identity, or a key of its team.
  static func credential(
    _ options: PushTargetOptions, identity: Identity
  ) throws -> PushCredential {
    guard let file = options.pushKey, let id = options.pushKeyId else {
      guard let key = identity.key as? PrivateKey else {
        throw Failure.usage(
          "pushing as the pass certificate needs its key in a file",
          help: "give --push-key FILE.p8 and --push-key-id ID: a key of the team does as well")
      }
      return .certificate([identity.certificate, identity.issuer], key)
    }
    guard let team = identity.teamIdentifier else {
      throw Failure.environment("the pass certificate names no team, so no push key can be used")
    }
    return .token(try token(file, id: id, team: team))
  }

  private static func token(_ file: String, id: String, team: String) throws -> ProviderToken {
    var bytes = try Disk.read(file)
    defer { Secret.wipe(&bytes) }
    guard let key = try CredentialFile.parse(bytes).keys.first else {
      throw Failure.environment("\(file) holds no key")
    }
    return try ProviderToken(key: key, keyID: id, team: team)
  }
}
