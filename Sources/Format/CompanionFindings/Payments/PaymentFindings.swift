// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// All findings of `passc pay`, in addition to those about JSON.
package enum PaymentFindings {
  package static let all =
    PaymentDocumentFindings.all + PaymentRequestFindings.all + PaymentAmountFindings.all
    + SpecialPaymentFindings.all
}
