// SPDX-License-Identifier: Apache-2.0

/// The documents people start from, complete and without a fault.
package enum PaymentExample: String, Sendable, CaseIterable {
  /// One payment.
  case once
  /// A subscription.
  case recurring
  /// A balance that fills itself up.
  case reload
  /// A payment that comes later.
  case deferred
  /// One sheet, several merchants.
  case multiMerchant = "multi-merchant"
  /// A payment with a field for a coupon code.
  case coupon
}
