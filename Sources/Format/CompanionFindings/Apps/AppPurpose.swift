// SPDX-License-Identifier: Apache-2.0

/// A use of passes, payments or readers that an app has to declare.
package enum AppPurpose: String, Sendable, CaseIterable {
  case wallet
  case applePay = "apple-pay"
  case tapToPay = "tap-to-pay"
  case vas
  case paymentTag = "payment-tag"
  case hce, provisioning, push
}
