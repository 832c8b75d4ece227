// SPDX-License-Identifier: Apache-2.0

package import PassCompanionFindings
package import PassJSON

extension PaymentKind {
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
