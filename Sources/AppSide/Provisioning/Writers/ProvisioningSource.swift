// SPDX-License-Identifier: Apache-2.0

/// Source of an app that adds a payment card to Wallet.
package enum ProvisioningSource {
  // long: one source file as it is written out; cut up nobody could read it.
  /// Configuration, the way to the server and back, the delegate, the button of SwiftUI.
  package static let card = #"""
    // Made by passc provision swift. You can change it.
    //
    // Works only with the entitlement com.apple.developer.payment-pass-provisioning, which Apple
    // grants on request, and only from TestFlight or the App Store.

    import Foundation
    import PassKit
    import SwiftUI
    import UIKit

    /// How adding a card ended.
    public enum CardProvisioningResult: Sendable, Equatable {
      case added, cancelled, unsupported
      case failed(reason: String)
    }

    /// The request to your server, with binary values as Base64.
    public struct CardProvisioningRequest: Codable, Sendable {
      public var certificates: [String]
      public var nonce: String
      public var nonceSignature: String
      /// Your id of the card. Your server decides who may add it.
      public var card: String
      public var scheme: String

      public init(certificates: [Data], nonce: Data, nonceSignature: Data, card: String) {
        self.certificates = certificates.map { $0.base64EncodedString() }
        self.nonce = nonce.base64EncodedString()
        self.nonceSignature = nonceSignature.base64EncodedString()
        self.card = card
        scheme = PKEncryptionScheme.ECC_V2.rawValue
      }
    }

    /// The response of your server. A value that is not Base64 is an error, never missing data.
    public struct CardProvisioningAnswer: Sendable, Equatable {
      public var encryptedPassData: Data
      public var activationData: Data
      public var ephemeralPublicKey: Data

      public enum Problem: Error, Sendable, Equatable {
        /// The server rejects the request. If `retry` is true, the person can start again.
        case refused(code: String, retry: Bool)
        case malformed(String)
        /// No response came while the phone waited.
        case late
      }

      private struct Wire: Decodable {
        struct Refusal: Decodable {
          var code: String
          var retry: Bool?
        }
        var encryptedPassData: String?
        var activationData: String?
        var ephemeralPublicKey: String?
        var error: Refusal?
      }

      public init(json: Data) throws {
        let wire: Wire
        do {
          wire = try JSONDecoder().decode(Wire.self, from: json)
        } catch {
          throw Problem.malformed("the response does not have the app's format")
        }
        if let error = wire.error {
          throw Problem.refused(code: error.code, retry: error.retry ?? false)
        }
        encryptedPassData = try Self.data(wire.encryptedPassData, "encryptedPassData")
        activationData = try Self.data(wire.activationData, "activationData")
        ephemeralPublicKey = try Self.data(wire.ephemeralPublicKey, "ephemeralPublicKey")
      }

      private static func data(_ text: String?, _ name: String) throws -> Data {
        guard let text, let data = Data(base64Encoded: text), !data.isEmpty else {
          throw Problem.malformed("\(name) is missing or not Base64")
        }
        return data
      }
    }

    /// Your server. Send the request in your session, and store and log nothing.
    public protocol CardProvisioningServer: Sendable {
      func answer(_ request: CardProvisioningRequest) async throws -> Data
    }

    /// The steps to add one card.
    @MainActor public final class CardProvisioning: NSObject {
      /// Time for your server. The phone waits 20 seconds and ignores later calls.
      public static let limit = Duration.seconds(18)

      private let card: String
      private let server: any CardProvisioningServer
      private let limit: Duration
      private var finish: ((CardProvisioningResult) -> Void)?
      private var problem: CardProvisioningAnswer.Problem?

      public init(
        card: String, server: any CardProvisioningServer, limit: Duration = CardProvisioning.limit
      ) {
        self.card = card
        self.server = server
        self.limit = limit
      }

      /// Whether to show a button. Give the `primaryAccountIdentifier` of a card that may already
      /// be on this phone or its watch.
      public static func isAvailable(primaryAccountIdentifier: String? = nil) -> Bool {
        guard PKAddPaymentPassViewController.canAddPaymentPass() else { return false }
        guard let primaryAccountIdentifier else { return true }
        return PKPassLibrary().canAddSecureElementPass(
          primaryAccountIdentifier: primaryAccountIdentifier)
      }

      /// The configuration for PassKit; nil if PassKit does not know the scheme, or if neither name
      /// nor digits are given. Never give more than the last four digits of an account.
      public static func configuration(
        cardholderName: String?, primaryAccountSuffix: String?,
        localizedDescription: String? = nil, primaryAccountIdentifier: String? = nil
      ) -> PKAddPaymentPassRequestConfiguration? {
        let isNamed = cardholderName?.isEmpty == false
        let isNumbered = primaryAccountSuffix?.isEmpty == false
        guard isNamed || isNumbered,
          let configuration = PKAddPaymentPassRequestConfiguration(encryptionScheme: .ECC_V2)
        else { return nil }
        configuration.cardholderName = cardholderName
        configuration.primaryAccountSuffix = primaryAccountSuffix
        configuration.localizedDescription = localizedDescription
        configuration.primaryAccountIdentifier = primaryAccountIdentifier
        return configuration
      }

      /// Shows PassKit's sheet over `presenter`. Keep this object until `finish` is called, once.
      public func present(
        _ configuration: PKAddPaymentPassRequestConfiguration?, over presenter: UIViewController,
        finish: @escaping (CardProvisioningResult) -> Void
      ) {
        guard let configuration, PKAddPaymentPassViewController.canAddPaymentPass(),
          let sheet = PKAddPaymentPassViewController(
            requestConfiguration: configuration, delegate: self)
        else {
          finish(.unsupported)
          return
        }
        self.finish = finish
        presenter.present(sheet, animated: true)
      }

      /// Asks the server and returns before the phone gives up. Without a response PassKit gets an
      /// empty request and shows its own error. `result` then has the reason.
      public func passRequest(
        certificates: [Data], nonce: Data, nonceSignature: Data
      ) async -> PKAddPaymentPassRequest {
        let request = PKAddPaymentPassRequest()
        let message = CardProvisioningRequest(
          certificates: certificates, nonce: nonce, nonceSignature: nonceSignature, card: card)
        problem = nil
        do {
          let answer = try CardProvisioningAnswer(json: try await timely(message))
          request.encryptedPassData = answer.encryptedPassData
          request.activationData = answer.activationData
          request.ephemeralPublicKey = answer.ephemeralPublicKey
        } catch let found as CardProvisioningAnswer.Problem {
          problem = found
        } catch {
          problem = .malformed("the request to the server failed")
        }
        return request
      }

      private func timely(_ message: CardProvisioningRequest) async throws -> Data {
        let (server, limit) = (server, limit)
        return try await withThrowingTaskGroup(of: Data?.self) { group in
          group.addTask { try await server.answer(message) }
          group.addTask {
            try await Task.sleep(for: limit)
            return nil
          }
          let first = try await group.next() ?? nil
          group.cancelAll()
          guard let first else { throw CardProvisioningAnswer.Problem.late }
          return first
        }
      }

      /// The result for what PassKit reports, with the reason from the server.
      public func result(added: Bool, error: (any Error)?) -> CardProvisioningResult {
        if added { return .added }
        switch problem {
        case .refused(let code, _): return .failed(reason: code)
        case .malformed(let what): return .failed(reason: what)
        case .late: return .failed(reason: "the server did not respond in time")
        case nil: break
        }
        guard let error else { return .cancelled }
        switch PKAddPaymentPassError(rawValue: (error as NSError).code) {
        case .unsupported: return .unsupported
        case .userCancelled, .systemCancelled: return .cancelled
        default: return .failed(reason: "PassKit could not add the card")
        }
      }
    }

    extension CardProvisioning: PKAddPaymentPassViewControllerDelegate {
      public func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        generateRequestWithCertificateChain certificates: [Data], nonce: Data, nonceSignature: Data,
        completionHandler handler: @escaping (PKAddPaymentPassRequest) -> Void
      ) {
        Task {
          handler(
            await passRequest(
              certificates: certificates, nonce: nonce, nonceSignature: nonceSignature))
        }
      }

      public func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController, didFinishAdding pass: PKPaymentPass?,
        error: (any Error)?
      ) {
        let end = result(added: pass != nil, error: error)
        let finish = finish
        self.finish = nil
        controller.dismiss(animated: true) { finish?(end) }
      }
    }

    #if !os(macOS) && !os(watchOS)
      /// The SwiftUI button, from iOS 16. `fallback` appears if cards cannot be added.
      @available(iOS 16.0, *)
      public struct AddCardButton<Fallback: View>: View {
        private let provisioning: CardProvisioning
        private let configuration: PKAddPaymentPassRequestConfiguration?
        private let finish: (CardProvisioningResult) -> Void
        private let fallback: () -> Fallback

        public init(
          _ provisioning: CardProvisioning, configuration: PKAddPaymentPassRequestConfiguration?,
          finish: @escaping (CardProvisioningResult) -> Void,
          @ViewBuilder fallback: @escaping () -> Fallback
        ) {
          self.provisioning = provisioning
          self.configuration = configuration
          self.finish = finish
          self.fallback = fallback
        }

        public var body: some View {
          if let configuration, CardProvisioning.isAvailable() {
            AddPassToWalletButton(
              configuration,
              onRequest: { response in
                await provisioning.passRequest(
                  certificates: response.certificates, nonce: response.nonce,
                  nonceSignature: response.nonceSignature)
              },
              onCompletion: { outcome in
                switch outcome {
                case .success: finish(provisioning.result(added: true, error: nil))
                case .failure(let error): finish(provisioning.result(added: false, error: error))
                }
              },
              fallback: fallback)
          } else {
            fallback()
          }
        }
      }
    #endif

    """#
}
