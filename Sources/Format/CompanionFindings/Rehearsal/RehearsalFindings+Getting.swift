// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What answers with a pass can have wrong.
extension RehearsalFindings {
  /// A pass is not handed out.
  package static let getRefused = Finding(
    "rehearse.get.refused", .error, effect: .wrong,
    why: """
      A phone takes 200 with the pass and 304. At anything else it repeats the call and then \
      gives up: no update arrives.
      """,
    help: "answer 200 with the newest version",
    source: endpoints,
    walletLog: "Unexpected response code",
    wrong: "404 to GET /v1/passes/TYPE/SERIAL with the right token",
    right: "200")

  /// A pass is somewhere else.
  package static let getRedirect = Finding(
    "rehearse.get.redirect", .warning, effect: .ignored,
    why: """
      Whether the token goes along to another host is not known, and a store that answers \
      without looking at it hands passes to anybody.
      """,
    help: "answer with the pass itself",
    source: careful,
    wrong: "302 to a store",
    right: "200")

  /// The media type is not that of a pass.
  package static let mediaType = Finding(
    "rehearse.get.mediaType", .error, effect: .wrong,
    why: "Without application/vnd.apple.pkpass the bytes are not taken for a pass.",
    help: "send Content-Type: application/vnd.apple.pkpass",
    source: endpoints,
    wrong: "application/octet-stream",
    right: "application/vnd.apple.pkpass")

  /// What is handed out is no pass that Wallet takes.
  package static let passInvalid = Finding(
    "rehearse.get.invalid", .error, effect: .wrong,
    why: "The update is not written; the phone keeps the old version and asks again.",
    help: "run passc check on the bytes",
    source: endpoints,
    walletLog: "Received invalid pass data",
    wrong: "a bundle whose manifest has another hash of pass.json",
    right: "a bundle that passc check finds nothing in")

  /// An update is another pass.
  package static let passOther = Finding(
    "rehearse.get.otherPass", .error, effect: .wrong,
    why: """
      Pass type, serial number and token never change between versions. A phone refuses the \
      first two, and with another token it is turned away from then on.
      """,
    help: "answer with the pass that was asked for",
    source: endpoints,
    walletLog: "Requested serial number",
    wrong: "serial number B-2 to the get call of A-1",
    right: "A-1")

  /// Last-Modified is missing.
  package static let noLastModified = Finding(
    "rehearse.get.noLastModified", .warning, effect: .ignored,
    why: """
      Without it the phone never sends If-Modified-Since: each get call transfers the whole \
      pass.
      """,
    help: "send Last-Modified with the date of the version",
    source: archived,
    walletLog: "did not provide a 'last-modified' header",
    wrong: "200 without Last-Modified",
    right: "200 with it")

  /// Last-Modified is no date of HTTP.
  package static let dateForm = Finding(
    "rehearse.get.dateForm", .warning, effect: .ignored,
    why: "Phones send the text back as it is; proxies and caches drop what is no date.",
    help: "write Sun, 06 Nov 1994 08:49:37 GMT",
    source: archived,
    wrong: "Last-Modified: 1753000000",
    right: "Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT")

  /// Last-Modified is the time of the answer.
  package static let dateMoves = Finding(
    "rehearse.get.dateMoves", .error, effect: .wrong,
    why: """
      Asked twice, the same version has two dates: none is ever equal, and a change in the \
      second of an answer is lost.
      """,
    help: "keep the date with the version",
    source: field,
    wrong: "another date for the same bytes a second later",
    right: "the same date")

  /// If-Modified-Since is ignored.
  package static let dateIgnored = Finding(
    "rehearse.get.dateIgnored", .warning, effect: .ignored,
    why: "The same pass is sent in full each time it is asked for.",
    help: "answer 304 when the header equals the version's Last-Modified",
    source: archived,
    walletLog: "Server ignored the 'if-modified-since' header",
    wrong: "200 to the date that was sent before",
    right: "304")

  /// A date that is not the version's is answered with 304.
  package static let dateOrder = Finding(
    "rehearse.get.dateOrder", .error, effect: .wrong,
    why: """
      After a restored backup or a clock that was set back the phone has a later date than the \
      service, and would never get the older version; with an earlier one it is owed the newer \
      version.
      """,
    help: "answer 304 for the very same date only",
    source: careful,
    wrong: "304 to a date of the year after next",
    right: "200")

  /// A date that cannot be read is an error.
  package static let dateUnreadable = Finding(
    "rehearse.get.dateUnreadable", .warning, effect: .ignored,
    why: "The header is the text a service once sent, perhaps an older version of it.",
    help: "answer as without the header",
    source: careful,
    wrong: "500 to If-Modified-Since: yesterday",
    right: "200")

  /// 304 does not say of which version.
  package static let notModifiedForm = Finding(
    "rehearse.get.notModifiedForm", .warning, effect: .style,
    why: "Last-Modified belongs to 304 as to 200: phones and proxies keep what comes last.",
    help: "send Last-Modified with 304 too",
    source: careful,
    wrong: "304 without Last-Modified",
    right: "304 with the date of the version")

  /// The same version has other bytes each time.
  package static let getTwice = Finding(
    "rehearse.get.notTheSame", .warning, effect: .style,
    why: """
      Two answers whose manifests differ are two versions to a phone: it writes and announces \
      each. Often a date of creation or a fresh token is in the pass.
      """,
    help: "keep the bytes of a version, or build them from nothing that changes by itself",
    source: careful,
    wrong: "two manifests in two answers without a change",
    right: "one")

  /// Proxies may keep a pass.
  package static let getCached = Finding(
    "rehearse.get.cached", .warning, effect: .style,
    why: """
      Phones ask past their own cache, proxies do not: an old version, or somebody's pass, is \
      handed out by them.
      """,
    help: "send Cache-Control: private, no-cache or no-store, and no Expires",
    source: careful,
    wrong: "Cache-Control: public, max-age=3600",
    right: "Cache-Control: private, no-cache")

  /// HEAD is not answered as GET is.
  package static let headDiffers = Finding(
    "rehearse.get.head", .warning, effect: .ignored,
    why: "Phones have been seen to ask for the head alone.",
    help: "answer HEAD with the status and headers of GET",
    source: field,
    wrong: "404 to HEAD",
    right: "200 without a body")

  static let getting = [
    getRefused, getRedirect, mediaType, passInvalid, passOther, noLastModified, dateForm,
    dateMoves, dateIgnored, dateOrder, dateUnreadable, notModifiedForm, getTwice, getCached,
    headDiffers,
  ]
}
