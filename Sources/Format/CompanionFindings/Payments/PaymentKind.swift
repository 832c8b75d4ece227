// SPDX-License-Identifier: Apache-2.0

/// The kind of an Apple Pay document.
package enum PaymentKind: String, Sendable, CaseIterable {
  /// The `request` of `new ApplePaySession(version, request)`.
  case request
  /// The value of `data` in a payment method of the Payment Request API.
  case method
  /// The response of a page to an entered coupon code.
  case couponUpdate = "coupon-update"
  /// The response of a page to a selected address.
  case shippingContactUpdate = "shipping-contact-update"
  /// The response of a page to a selected shipping method.
  case shippingMethodUpdate = "shipping-method-update"
  /// The response of a page to a selected card.
  case paymentMethodUpdate = "payment-method-update"
}
