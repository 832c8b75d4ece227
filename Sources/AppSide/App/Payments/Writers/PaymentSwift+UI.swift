// SPDX-License-Identifier: Apache-2.0

/// What presents the sheet, answers it and shows how it ended.
extension PaymentSwift {
  // long: one source file as it is written out; cut up nobody could read it.
  /// The file that owns the sheet: its delegate, with an async closure for every event.
  package static let coordinator = #"""
    // Made by passc pay swift; yours to change.

    import Foundation
    import PassKit

    /// What the app does while the sheet is open. Where a closure is missing, nothing changes.
    public struct PaymentAnswers: Sendable {
      /// Hands the token of the payment to the payment provider; what it throws is shown in the sheet.
      public var authorize: @MainActor @Sendable (PKPayment) async throws -> Void
      #if !os(watchOS)
        /// A code was entered. To refuse one, return the *original* items with
        /// `PKPaymentRequest.paymentCouponCodeInvalidError(localizedDescription:)` or the error for an
        /// expired one: else the sheet goes on showing a total that is no longer true.
        public var couponCode: (@MainActor @Sendable (String) async -> PKPaymentRequestCouponCodeUpdate)?
      #endif
      /// An address was chosen; until the payment is authorised it has no street and no name.
      public var shippingContact:
        (@MainActor @Sendable (PKContact) async -> PKPaymentRequestShippingContactUpdate)?
      /// A way of shipping was chosen.
      public var shippingMethod:
        (@MainActor @Sendable (PKShippingMethod) async -> PKPaymentRequestShippingMethodUpdate)?
      /// A card was chosen.
      public var paymentMethod:
        (@MainActor @Sendable (PKPaymentMethod) async -> PKPaymentRequestPaymentMethodUpdate)?

      public init(authorize: @escaping @MainActor @Sendable (PKPayment) async throws -> Void) {
        self.authorize = authorize
      }

      /// What the sheet is told once the provider has answered.
      @MainActor func result(of payment: PKPayment) async -> PKPaymentAuthorizationResult {
        do {
          try await authorize(payment)
          return PKPaymentAuthorizationResult(status: .success, errors: nil)
        } catch {
          return PKPaymentAuthorizationResult(status: .failure, errors: [error])
        }
      }
    }

    /// Presents the sheet for one request and answers it. Call `pay()` from what a person does.
    @MainActor
    public final class PaymentCoordinator: NSObject {
      /// How it ended.
      public enum Outcome: Sendable, Equatable {
        case paid
        case cancelled
        case failed(String)
      }

      private let request: PKPaymentRequest
      private let answers: PaymentAnswers
      private var controller: PKPaymentAuthorizationController?
      private var outcome = Outcome.cancelled
      private var waiting: CheckedContinuation<Outcome, Never>?

      public init(request: PKPaymentRequest, answers: PaymentAnswers) {
        self.request = request
        self.answers = answers
      }

      /// Presents the sheet and returns once it is gone.
      public func pay() async -> Outcome {
        guard waiting == nil else { return .failed("A payment is open already.") }
        outcome = .cancelled
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        self.controller = controller
        return await withCheckedContinuation { continuation in
          waiting = continuation
          controller.present { isPresented in
            guard !isPresented else { return }
            Task { @MainActor in self.finish(.failed("The sheet could not be presented.")) }
          }
        }
      }

      private func authorized(_ payment: PKPayment) async -> PKPaymentAuthorizationResult {
        let result = await answers.result(of: payment)
        outcome =
          result.status == .success
          ? .paid : .failed(result.errors?.first?.localizedDescription ?? "The payment failed.")
        return result
      }

      private func finish(_ outcome: Outcome) {
        controller = nil
        let ended = waiting
        waiting = nil
        ended?.resume(returning: outcome)
      }
    }

    // The system does not say on which queue it calls, and each handler is called exactly once.
    extension PaymentCoordinator: PKPaymentAuthorizationControllerDelegate {
      nonisolated public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
      ) {
        nonisolated(unsafe) let (payment, completion) = (payment, completion)
        Task { @MainActor in completion(await self.authorized(payment)) }
      }

      nonisolated public func paymentAuthorizationControllerDidFinish(
        _ controller: PKPaymentAuthorizationController
      ) {
        nonisolated(unsafe) let controller = controller
        Task { @MainActor in
          controller.dismiss { Task { @MainActor in self.finish(self.outcome) } }
        }
      }

      #if !os(watchOS)
        nonisolated public func paymentAuthorizationController(
          _ controller: PKPaymentAuthorizationController, didChangeCouponCode couponCode: String,
          handler completion: @escaping (PKPaymentRequestCouponCodeUpdate) -> Void
        ) {
          nonisolated(unsafe) let completion = completion
          Task { @MainActor in
            let unchanged = PKPaymentRequestCouponCodeUpdate(
              errors: nil, paymentSummaryItems: self.request.paymentSummaryItems,
              shippingMethods: self.request.shippingMethods ?? [])
            completion(await self.answers.couponCode?(couponCode) ?? unchanged)
          }
        }
      #endif

      nonisolated public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping (PKPaymentRequestShippingContactUpdate) -> Void
      ) {
        nonisolated(unsafe) let (contact, completion) = (contact, completion)
        Task { @MainActor in
          let unchanged = PKPaymentRequestShippingContactUpdate(
            errors: nil, paymentSummaryItems: self.request.paymentSummaryItems,
            shippingMethods: self.request.shippingMethods ?? [])
          completion(await self.answers.shippingContact?(contact) ?? unchanged)
        }
      }

      nonisolated public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
      ) {
        nonisolated(unsafe) let (method, completion) = (shippingMethod, completion)
        Task { @MainActor in
          let unchanged = PKPaymentRequestShippingMethodUpdate(
            paymentSummaryItems: self.request.paymentSummaryItems)
          completion(await self.answers.shippingMethod?(method) ?? unchanged)
        }
      }

      nonisolated public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        handler completion: @escaping (PKPaymentRequestPaymentMethodUpdate) -> Void
      ) {
        nonisolated(unsafe) let (method, completion) = (paymentMethod, completion)
        Task { @MainActor in
          let unchanged = PKPaymentRequestPaymentMethodUpdate(
            errors: nil, paymentSummaryItems: self.request.paymentSummaryItems)
          completion(await self.answers.paymentMethod?(method) ?? unchanged)
        }
      }
    }

    """#

  // long: one source file as it is written out; cut up nobody could read it.
  /// The file with a view for SwiftUI.
  package static let view = #"""
    // Made by passc pay swift; yours to change.

    import PassKit
    import SwiftUI

    /// Where a payment stands.
    public enum PaymentStatus: Equatable, Sendable {
      case idle
      case processing
      case success
      case failed(String)

      var text: String {
        switch self {
        case .idle: ""
        case .processing: "Processing."
        case .success: "Paid. Thank you."
        case .failed(let message): message
        }
      }
    }

    #if !os(macOS) && !targetEnvironment(macCatalyst)
      /// A button for Apple Pay with the state of the payment below it. Where Apple Pay is not there, a
      /// button for another way to pay.
      @available(iOS 16.0, watchOS 9.0, *)
      public struct PaymentView: View {
        @State private var status = PaymentStatus.idle
        private let request: PKPaymentRequest
        private let answers: PaymentAnswers
        private let otherWay: @MainActor () -> Void

        public init(
          request: PKPaymentRequest, answers: PaymentAnswers,
          otherWay: @escaping @MainActor () -> Void
        ) {
          self.request = request
          self.answers = answers
          self.otherWay = otherWay
        }

        public var body: some View {
          VStack {
            if PKPaymentAuthorizationController.canMakePayments(
              usingNetworks: request.supportedNetworks, capabilities: request.merchantCapabilities)
            {
              button
            } else {
              Button("Pay another way", action: otherWay)
            }
            Text(status.text)
          }
        }

        private var plainButton: some View {
          PayWithApplePayButton(
            .buy, request: request,
            onPaymentAuthorizationChange: { phase in follow(phase) },
            fallback: { Button("Pay another way", action: otherWay) }
          )
          .payWithApplePayButtonStyle(.black)
          .frame(height: 48)
          .onApplePayShippingContactChange { contact in
            await answers.shippingContact?(contact)
              ?? PKPaymentRequestShippingContactUpdate(
                errors: nil, paymentSummaryItems: request.paymentSummaryItems,
                shippingMethods: request.shippingMethods ?? [])
          }
          .onApplePayShippingMethodChange { method in
            await answers.shippingMethod?(method)
              ?? PKPaymentRequestShippingMethodUpdate(
                paymentSummaryItems: request.paymentSummaryItems)
          }
          .onApplePayPaymentMethodChange { method in
            await answers.paymentMethod?(method)
              ?? PKPaymentRequestPaymentMethodUpdate(
                errors: nil, paymentSummaryItems: request.paymentSummaryItems)
          }
        }

        private var button: some View {
          #if os(watchOS)
            plainButton
          #else
            plainButton.onApplePayCouponCodeChange { code in
              await answers.couponCode?(code)
                ?? PKPaymentRequestCouponCodeUpdate(
                  errors: nil, paymentSummaryItems: request.paymentSummaryItems,
                  shippingMethods: request.shippingMethods ?? [])
            }
          #endif
        }

        private func follow(_ phase: PayWithApplePayButtonPaymentAuthorizationPhase) {
          switch phase {
          case .willAuthorize:
            status = .processing
          case .didAuthorize(let payment, let resultHandler):
            Task { @MainActor in
              let result = await answers.result(of: payment)
              status =
                result.status == .success
                ? .success
                : .failed(result.errors?.first?.localizedDescription ?? "The payment failed.")
              resultHandler(result)
            }
          case .didFinish:
            // Closed without a payment.
            if status == .processing { status = .idle }
          @unknown default:
            break
          }
        }
      }
    #endif

    """#
}
