// SPDX-License-Identifier: Apache-2.0

/// Errors that an example can contain. Each gives one finding.
package enum ProvisioningMistake: String, Sendable, CaseIterable {
  case pem
  case notBase64 = "not-base64"
  case notACertificate = "not-a-certificate"
  case trailingByte = "trailing-byte"
  case oneCertificate = "one-certificate"
  case noRoot = "no-root"
  case reversed
  case noIntermediate = "no-intermediate"
  case foreignRoot = "foreign-root"
  case unknownRoot = "unknown-root"
  case otherCurve = "other-curve"
  case wrongUsage = "wrong-usage"
  case noMarker = "no-marker"
  case otherIssuer = "other-issuer"
  case expired
  case nonceText = "nonce-text"
  case emptyNonce = "empty-nonce"
  case repeatedNonce = "repeated-nonce"
  case signatureText = "signature-text"
  case emptySignature = "empty-signature"
  case otherEncoding = "other-encoding"
  case number
  case noHolder = "no-holder"
  case longName = "long-name"
  case shortSuffix = "short-suffix"
  case longSuffix = "long-suffix"
  case otherScheme = "other-scheme"
  case constant
  case longCard = "long-card"
  case late
  case refusal
  case wrongChannel = "wrong-channel"
  case wrongVersion = "wrong-version"
  case oldVersion = "old-version"
  case emptyKey = "empty-key"
  case noPoint = "no-point"
  case emptyData = "empty-data"
  case dataText = "data-text"
  case plainActivation = "plain-activation"
  case hexData = "hex-data"
  case numberData = "number-data"
}
