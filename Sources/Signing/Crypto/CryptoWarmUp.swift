// SPDX-License-Identifier: Apache-2.0

import COpenSSL

package enum CryptoWarmUp {
  /// Loads the algorithms that a build uses, so that the first hash and the first signature are
  /// fast.
  package static func run() {
    _ = Digest.sha1([])
    _ = Digest.sha256([])
    // OpenSSL caches what was fetched. Only our reference is released.
    EVP_KEYMGMT_free(EVP_KEYMGMT_fetch(nil, "RSA", nil))
    EVP_SIGNATURE_free(EVP_SIGNATURE_fetch(nil, "RSA", nil))
  }
}
