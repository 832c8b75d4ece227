// SPDX-License-Identifier: Apache-2.0

import PassArchive
package import PassBasics
import PassCrypto
import PassDiagnostics
import PassModel
import PassRules

/// Loads tables and algorithms while the template is being read.
///
/// Setting up OpenSSL and the rules takes longer than building one pass with them
/// (docs/project/performance.md). This only saves time, and nothing depends on it.
package enum WarmUp {
  /// Starts the work on a background thread. The caller need not wait for it.
  package static func start() -> BackgroundWork<Void> {
    BackgroundWork {
      CryptoWarmUp.run()
      var report = Report()
      let package = PassPackage.read(
        [PackagedFile(path: PackageKind.pass.document, bytes: Array(pass.utf8))], origin: .template,
        report: &report)
      AllRules.check(package, CheckContext(today: 0), &report)
      _ = CRC32.of([])
    }
  }

  /// A pass with a value for most tables.
  private static let pass = """
    {"formatVersion":1,"passTypeIdentifier":"pass.x","teamIdentifier":"EXAMPLE123",\
    "serialNumber":"1","description":"d","organizationName":"o","backgroundColor":"rgb(1,2,3)",\
    "expirationDate":"2000-01-01T00:00:00Z","webServiceURL":"https://example.com",\
    "barcodes":[{"format":"PKBarcodeFormatQR","message":"1","messageEncoding":"iso-8859-1"}],\
    "storeCard":{"primaryFields":[{"key":"k","value":1,"numberStyle":"PKNumberStyleDecimal"}],\
    "backFields":[{"key":"b","value":"v","label":"l","changeMessage":"%@"}]}}
    """
}
