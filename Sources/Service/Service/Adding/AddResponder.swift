// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import PassBasics
import PassModel
import PassRegistry
import PassUpdates

/// Responds to links. An iPhone gets the pass, and any other device gets a page with instructions.
struct AddResponder: Sendable {
  let store: any PassStore
  let contents: ContentCache
  let keys: CurrentLinkKeys
  let address: PublicAddress
  let pictures: PreviewCache
  let metrics: ServiceMetrics
  let clock: @Sendable () -> Int64

  /// Returns the encrypted text of the link in a path, or nil if the path is not a link.
  static func link(in path: Substring) -> Substring? {
    guard let range = path.ranges(of: "/add/").last else { return nil }
    let text = path[range.upperBound...]
    return text.isEmpty || text.contains("/") ? nil : text
  }

  /// Responds to a request. Returns nil if its path is not a link.
  func respond(to head: CallHead) async -> Response? {
    let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts.first, let text = Self.link(in: path) else { return nil }
    guard ["GET", "HEAD"].contains(head.method) else {
      metrics.count(.add, 405)
      return .methodNotAllowed(allow: "GET, HEAD")
    }
    let visitor = AddVisitor(
      userAgent: head.joined("User-Agent"), acceptLanguage: head.joined("Accept-Language"))
    let wantsFile = parts.count > 1 && parts[1] == "pass"
    let response = await respond(
      text, visitor, wantsFile: wantsFile, headOnly: head.method == "HEAD")
    metrics.count(.add, response.status.code)
    return response
  }

  private func respond(
    _ text: Substring, _ visitor: AddVisitor, wantsFile: Bool, headOnly: Bool
  ) async -> Response {
    let words = AddPageStrings.of(visitor)
    do {
      let found = try await pass(of: text)
      switch found {
      case .unknown:
        return AddPage.rejection(.notFound, words.unknown, words).response(headOnly: headOnly)
      case .expired:
        return AddPage.rejection(.gone, words.expired, words).response(headOnly: headOnly)
      case .revoked:
        return AddPage.rejection(.gone, words.revoked, words).response(headOnly: headOnly)
      case .pass(let pass, let link):
        return try await respond(
          with: pass, link, String(text), visitor, words, wantsFile: wantsFile, headOnly: headOnly)
      }
    } catch {
      if let error = error as? StoreError { metrics.countStoreError(error) }
      return AddPage.rejection(.serviceUnavailable, words.unavailable, words)
        .response(headOnly: headOnly)
    }
  }

  // MARK: Links

  private enum Found {
    case pass(StoredPass, PassLink)
    /// The link is invalid, or its pass was deleted. The response is the same, so that it does not
    /// reveal which.
    case unknown
    case expired
    case revoked
  }

  private func pass(of text: Substring) async throws(StoreError) -> Found {
    guard let link = keys.link(in: text) else { return .unknown }
    guard
      let pass = try await store.pass(passType: link.passType, serial: link.serial)
    else { return .unknown }
    let generation = try await store.linkGeneration(
      passType: link.passType, serial: link.serial)
    guard link.generation == generation else { return .revoked }
    return clock() < link.end ? .pass(pass, link) : .expired
  }

  // MARK: Responses

  private func respond(
    with pass: StoredPass, _ link: PassLink, _ text: String, _ visitor: AddVisitor,
    _ words: AddPageStrings, wantsFile: Bool, headOnly: Bool
  ) async throws -> Response {
    guard let (pass, content) = try await self.content(of: pass) else {
      return AddPage.rejection(.serviceUnavailable, words.unavailable, words)
        .response(headOnly: headOnly)
    }
    if wantsFile || visitor.kind == .phone { return file(content, headOnly: headOnly) }
    let bytes = Array(content.readableBytesView)
    let shown =
      LinkedPass(bytes, for: visitor) ?? LinkedPass(organisation: "", description: link.serial)
    let address = self.address.address(of: text)
    if visitor.kind == .appOnPhone {
      return AddPage.openSafari(shown, address: address, words).response(headOnly: headOnly)
    }
    let picture = await pictures.picture(
      of: bytes,
      PreviewCache.Key(
        digest: pass.digest, modified: pass.version.modified,
        language: shown.language ?? words.language, day: clock() / 86_400))
    let page =
      visitor.kind == .android
      ? AddPage.android(shown, picture: picture, address: address, end: link.end, words)
      : AddPage.pass(shown, picture: picture, address: address, end: link.end, words)
    return page.response(headOnly: headOnly)
  }

  /// Returns the bundle of the current version. The pass is looked up again if it was replaced in
  /// the meantime.
  private func content(of pass: StoredPass) async throws -> (StoredPass, ByteBuffer)? {
    var pass = pass
    for _ in 0..<3 {
      if let content = try await contents.content(of: pass, in: store) { return (pass, content) }
      guard let newer = try await store.pass(passType: pass.passType, serial: pass.serial) else {
        return nil
      }
      pass = newer
    }
    return nil
  }

  /// Returns the pass with the headers that docs/how-to/delivering.md recommends.
  private func file(_ content: ByteBuffer, headOnly: Bool) -> Response {
    var fields = AddPage.headers
    fields[.contentType] = PackageKind.pass.contentType
    fields[.contentDisposition] = #"inline; filename="pass.pkpass""#
    fields[.contentLength] = String(content.readableBytes)
    return Response(
      status: .ok, headers: fields, body: headOnly ? .init() : .init(byteBuffer: content))
  }
}
