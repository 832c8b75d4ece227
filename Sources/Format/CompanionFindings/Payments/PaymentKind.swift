// SPDX-License-Identifier: Apache-2.0

/// What a document of Apple Pay is.
package enum PaymentKind: String, Sendable, CaseIterable {
  /// What `new ApplePaySession(version, request)` takes.
  case request
  /// The value of `data` in a payment method of the Payment Request API.
  case method
  /// What a page answers when a coupon code was entered.
  case couponUpdate = "coupon-update"
  /// What a page answers when an address was chosen.
  case shippingContactUpdate = "shipping-contact-update"
  /// What a page answers when a way of shipping was chosen.
  case shippingMethodUpdate = "shipping-method-update"
  /// What a page answers when a card was chosen.
  case paymentMethodUpdate = "payment-method-update"
}
