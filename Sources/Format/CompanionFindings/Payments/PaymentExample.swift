// SPDX-License-Identifier: Apache-2.0

/// Complete and valid documents to start from.
package enum PaymentExample: String, Sendable, CaseIterable {
  /// A single payment.
  case once
  /// A subscription.
  case recurring
  /// A balance that is reloaded automatically.
  case reload
  /// A payment at a later date.
  case deferred
  /// One payment sheet for several merchants.
  case multiMerchant = "multi-merchant"
  /// A payment with a field for a coupon code.
  case coupon
}
