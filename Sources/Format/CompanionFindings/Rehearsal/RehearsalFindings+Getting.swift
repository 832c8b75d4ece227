// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension RehearsalFindings {
  /// A pass that the service does not return.
  package static let getRefused = Finding(
    "rehearse.get.refused", .error, effect: .wrong,
    why: """
      A phone accepts 200 with the pass, and 304. After any other status it repeats the call and \
      then gives up, and no update arrives.
      """,
    help: "respond with 200 and the newest version",
    source: endpoints,
    walletLog: "Unexpected response code",
    wrong: """
      GET /v1/passes/pass.com.example.gym/A-1
      Authorization: ApplePass TOKEN_OF_A-1
      HTTP/1.1 404 Not Found
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A-1
      Authorization: ApplePass TOKEN_OF_A-1
      HTTP/1.1 200 OK
      """)

  /// A redirect in place of a pass.
  package static let getRedirect = Finding(
    "rehearse.get.redirect", .warning, effect: .ignored,
    why: """
      It is not known whether phones send the authentication token to another host. A file store \
      that does not check the token gives every pass to anybody.
      """,
    help: "respond with the pass itself",
    source: careful,
    wrong: """
      GET /v1/passes/pass.com.example.gym/A-1
      HTTP/1.1 302 Found
      Location: https://files.example.com/A-1.pkpass
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A-1
      HTTP/1.1 200 OK
      Content-Type: application/vnd.apple.pkpass
      """)

  /// A media type other than that of a pass.
  package static let mediaType = Finding(
    "rehearse.get.mediaType", .error, effect: .wrong,
    why: "Without application/vnd.apple.pkpass the phone does not treat the response as a pass.",
    help: "send Content-Type: application/vnd.apple.pkpass",
    source: endpoints,
    wrong: """
      HTTP/1.1 200 OK
      Content-Type: application/octet-stream
      """,
    right: """
      HTTP/1.1 200 OK
      Content-Type: application/vnd.apple.pkpass
      """)

  /// A response with a pass that Wallet rejects.
  package static let passInvalid = Finding(
    "rehearse.get.invalid", .error, effect: .wrong,
    why: "The phone does not install the update. It keeps the old version and asks again.",
    help: "save the response and run: passc check FILE.pkpass",
    source: endpoints,
    walletLog: "Received invalid pass data",
    wrong: """
      SHA-1 of pass.json            1f6a...
      "pass.json" in manifest.json  9c04...
      """,
    right: """
      SHA-1 of pass.json            1f6a...
      "pass.json" in manifest.json  1f6a...
      """)

  /// An update that is another pass.
  package static let passOther = Finding(
    "rehearse.get.otherPass", .error, effect: .wrong,
    why: """
      Pass type identifier, serial number and authentication token stay the same in all versions \
      of a pass. A phone rejects an update with another identifier or serial number. After an \
      update with another token the service rejects the phone's requests.
      """,
    help: "respond with the requested pass",
    source: endpoints,
    walletLog: "Requested serial number",
    wrong: """
      GET /v1/passes/pass.com.example.gym/A-1
      {"serialNumber": "B-2", ...}
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A-1
      {"serialNumber": "A-1", ...}
      """)

  /// A response without Last-Modified.
  package static let noLastModified = Finding(
    "rehearse.get.noLastModified", .warning, effect: .ignored,
    why: """
      Without Last-Modified the phone never sends If-Modified-Since, and each request transfers \
      the whole pass.
      """,
    help: "send Last-Modified with the date of the version",
    source: archived,
    walletLog: "did not provide a 'last-modified' header",
    wrong: """
      HTTP/1.1 200 OK
      Content-Type: application/vnd.apple.pkpass
      """,
    right: """
      HTTP/1.1 200 OK
      Content-Type: application/vnd.apple.pkpass
      Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      """)

  /// A Last-Modified that is not an HTTP date.
  package static let dateForm = Finding(
    "rehearse.get.dateForm", .warning, effect: .ignored,
    why: "Phones send the value back as it is, but proxies and caches drop an invalid date.",
    help: "write the date like this: Sun, 06 Nov 1994 08:49:37 GMT",
    source: archived,
    wrong: """
      Last-Modified: 1753000000
      """,
    right: """
      Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      """)

  /// A Last-Modified that is the time of the response.
  package static let dateMoves = Finding(
    "rehearse.get.dateMoves", .error, effect: .wrong,
    why: """
      Two requests for the same version get two dates. The date of the phone never matches, and a \
      change in the second of a response is lost.
      """,
    help: "store the date with the version",
    source: field,
    wrong: """
      first request        Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      one second later     Last-Modified: Sun, 20 Jul 2025 08:26:41 GMT
      """,
    right: """
      first request        Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      one second later     Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      """)

  /// An If-Modified-Since that the service ignores.
  package static let dateIgnored = Finding(
    "rehearse.get.dateIgnored", .warning, effect: .ignored,
    why: """
      The service sends the same pass in full at each request. Each push makes every phone with the \
      pass download it again, and the phones log this as an error of your service.
      """,
    help: "respond with 304 if the header equals the Last-Modified of the version",
    source: archived,
    walletLog: "Server ignored the 'if-modified-since' header",
    wrong: """
      GET /v1/passes/pass.com.example.gym/A-1
      If-Modified-Since: Sun, 20 Jul 2025 08:26:40 GMT
      HTTP/1.1 200 OK
      Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A-1
      If-Modified-Since: Sun, 20 Jul 2025 08:26:40 GMT
      HTTP/1.1 304 Not Modified
      Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      """)

  /// A 304 for a date that is not the date of the version.
  package static let dateOrder = Finding(
    "rehearse.get.dateOrder", .error, effect: .wrong,
    why: """
      If the phone has an earlier date, it needs the newer version, and never gets it after a 304. \
      A 304 to a later date is what HTTP prescribes, so it is only a note: phones have a later date \
      only after a restored backup or a clock that was set back.
      """,
    help: "respond with 304 only if the date is exactly the same",
    source: careful,
    wrong: """
      If-Modified-Since: Sat, 19 Jul 2025 08:26:40 GMT
      HTTP/1.1 304 Not Modified
      """,
    right: """
      If-Modified-Since: Sat, 19 Jul 2025 08:26:40 GMT
      HTTP/1.1 200 OK
      Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      """)

  /// An error for a date that the service cannot read.
  package static let dateUnreadable = Finding(
    "rehearse.get.dateUnreadable", .warning, effect: .ignored,
    why: """
      The phone returns the value that a service once sent, perhaps an older version of yours.
      """,
    help: "if you cannot read the date, respond as if there was none",
    source: careful,
    wrong: """
      If-Modified-Since: yesterday
      HTTP/1.1 500 Internal Server Error
      """,
    right: """
      If-Modified-Since: yesterday
      HTTP/1.1 200 OK
      """)

  /// A 304 without the date of the version.
  package static let notModifiedForm = Finding(
    "rehearse.get.notModifiedForm", .warning, effect: .style,
    why: """
      Last-Modified belongs to 304 as it does to 200. Phones and proxies keep the one that came \
      last.
      """,
    help: "send Last-Modified with 304 too",
    source: careful,
    wrong: """
      HTTP/1.1 304 Not Modified
      """,
    right: """
      HTTP/1.1 304 Not Modified
      Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      """)

  /// A version with different bytes in each response.
  package static let getTwice = Finding(
    "rehearse.get.notTheSame", .warning, effect: .style,
    why: """
      If the manifests of two responses differ, a phone sees two versions: it installs and \
      announces both. Often the pass contains its creation date or a fresh token.
      """,
    help: "store the bytes of a version, or build them only from data that stays the same",
    source: careful,
    wrong: """
      first request      SHA-1 of manifest.json  1f6a...
      second request     SHA-1 of manifest.json  9c04...
      """,
    right: """
      first request      SHA-1 of manifest.json  1f6a...
      second request     SHA-1 of manifest.json  1f6a...
      """)

  /// A response that proxies may cache.
  package static let getCached = Finding(
    "rehearse.get.cached", .warning, effect: .style,
    why: """
      Phones bypass their own cache, but proxies do not. A proxy can return an old version, or \
      somebody else's pass.
      """,
    help: "send Cache-Control: private, no-cache or no-store, and no Expires",
    source: careful,
    wrong: """
      HTTP/1.1 200 OK
      Cache-Control: public, max-age=3600
      """,
    right: """
      HTTP/1.1 200 OK
      Cache-Control: private, no-cache
      """)

  /// A HEAD request that the service treats differently from GET.
  package static let headDiffers = Finding(
    "rehearse.get.head", .warning, effect: .ignored,
    why: "Some phones have sent HEAD requests for a pass.",
    help: "respond to HEAD with the status and headers of GET",
    source: field,
    wrong: """
      HEAD /v1/passes/pass.com.example.gym/A-1
      HTTP/1.1 404 Not Found
      """,
    right: """
      HEAD /v1/passes/pass.com.example.gym/A-1
      HTTP/1.1 200 OK
      """)

  static let getting = [
    getRefused, getRedirect, mediaType, passInvalid, passOther, noLastModified, dateForm,
    dateMoves, dateIgnored, dateOrder, dateUnreadable, notModifiedForm, getTwice, getCached,
    headDiffers,
  ]
}
