// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Everything `passc pay` can complain about, beside faults of JSON itself.
package enum PaymentFindings {
  /// All of these findings.
  package static let all =
    PaymentDocumentFindings.all + PaymentRequestFindings.all + PaymentAmountFindings.all
    + SpecialPaymentFindings.all
}
