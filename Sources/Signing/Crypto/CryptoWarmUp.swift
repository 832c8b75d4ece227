// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Sets OpenSSL up ahead of time.
package enum CryptoWarmUp {
  /// Fetches what building a pass uses, so that the first hash and the first signature need not.
  package static func run() {
    _ = Digest.sha1([])
    _ = Digest.sha256([])
    // The library keeps what was fetched; only our own reference is given back.
    EVP_KEYMGMT_free(EVP_KEYMGMT_fetch(nil, "RSA", nil))
    EVP_SIGNATURE_free(EVP_SIGNATURE_fetch(nil, "RSA", nil))
  }
}
