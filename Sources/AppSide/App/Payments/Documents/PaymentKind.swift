// SPDX-License-Identifier: Apache-2.0

package import PassJSON

/// What a document of Apple Pay is.
package enum PaymentKind: String, Sendable, CaseIterable {
  /// What `new ApplePaySession(version, request)` takes.
  case request
  /// What stands under `data` of a payment method of the Payment Request API.
  case method
  /// What a page answers when a coupon code was entered.
  case couponUpdate = "coupon-update"
  /// What a page answers when an address was chosen.
  case shippingContactUpdate = "shipping-contact-update"
  /// What a page answers when a way of shipping was chosen.
  case shippingMethodUpdate = "shipping-method-update"
  /// What a page answers when a card was chosen.
  case paymentMethodUpdate = "payment-method-update"

  /// What a document is as far as its members tell; nil for one that could be any answer, or
  /// nothing of Apple Pay.
  package init?(of document: JSONValue) {
    if document["total"] != nil || document["currencyCode"] != nil {
      self = .request
    } else if document["version"] != nil {
      self = .method
    } else {
      return nil
    }
  }

  /// Whether it answers an event while the sheet is open.
  package var isUpdate: Bool {
    switch self {
    case .request, .method: false
    case .couponUpdate, .shippingContactUpdate, .shippingMethodUpdate, .paymentMethodUpdate: true
    }
  }
}

/// The four special kinds of payment, of which a request has at most one.
enum SpecialPayment: String, CaseIterable {
  case recurring = "recurringPaymentRequest"
  case reload = "automaticReloadPaymentRequest"
  case deferred = "deferredPaymentRequest"
  case merchants = "multiTokenContexts"

  /// The member of a document that holds it: an answer has `new` before the name.
  func member(in kind: PaymentKind) -> String {
    kind.isUpdate ? "new" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() : rawValue
  }
}
