// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// Returns a response with one line of text.
  static func plainText(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status: status,
      headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: text.hasSuffix("\n") ? text : text + "\n")))
  }

  /// Returns a response with JSON Lines.
  static func lines(
    _ lines: [String], status: HTTPResponse.Status = .ok
  ) -> Response {
    Response(
      status: status,
      headers: [.contentType: "application/jsonl; charset=utf-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: lines.map { $0 + "\n" }.joined())))
  }

  /// Returns 405 with the allowed methods.
  static func methodNotAllowed(allow: String) -> Response {
    var response = Response.plainText(.methodNotAllowed, "expected \(allow)")
    response.headers[.allow] = allow
    return response
  }
}
