// SPDX-License-Identifier: Apache-2.0

package import PassCompanionFindings
package import PassJSON

extension PaymentKind {
  /// Recognizes a document by its members. Returns nil for an update or another document.
  package init?(of document: JSONValue) {
    if document["total"] != nil || document["currencyCode"] != nil {
      self = .request
    } else if document["version"] != nil {
      self = .method
    } else {
      return nil
    }
  }

  /// Whether it is an update while the payment sheet is open.
  package var isUpdate: Bool {
    switch self {
    case .request, .method: false
    case .couponUpdate, .shippingContactUpdate, .shippingMethodUpdate, .paymentMethodUpdate: true
    }
  }
}

/// The four special kinds of payment. A request has at most one.
enum SpecialPayment: String, CaseIterable {
  case recurring = "recurringPaymentRequest"
  case reload = "automaticReloadPaymentRequest"
  case deferred = "deferredPaymentRequest"
  case merchants = "multiTokenContexts"

  /// Returns the name of its member, which begins with `new` in an update.
  func member(in kind: PaymentKind) -> String {
    kind.isUpdate ? "new" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() : rawValue
  }
}
