// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics

extension Rehearsal {
  /// Checks a tag with characters that may not survive a query.
  ///
  /// If the service decodes one of them in another way than phones encode it, the other checks use
  /// the encoding that works. One error is then one finding.
  func checkTag(_ tag: String, _ device: String, _ index: Int) async throws {
    let type = passes[index].key.passType
    guard !Self.isSafe(tag), damagedTags[type] == nil else { return }
    let sent = try await answer(to: tag, device, index)
    guard let sent, !Self.isCurrent(sent) else { return reportCharacters(tag, index) }
    let isRight: (WebResponse) -> Bool =
      Self.isList(sent) ? { Self.isCurrent($0) } : { Self.isList($0) }
    guard let working = try await workingEncoding(of: tag, device, index, isRight) else {
      return reportCharacters(tag, index)
    }
    reportDecoded(tag, working, Self.outcome(sent), index)
  }

  /// Finds out whether a change is missing from a list only because of the characters of the tag.
  ///
  /// - Returns: whether it is. The finding is then reported.
  func isLostInTag(_ tag: String?, _ device: String, _ index: Int) async throws -> Bool {
    let key = passes[index].key
    guard let tag, !Self.isSafe(tag), damagedTags[key.passType] == nil else { return false }
    let working = try await workingEncoding(of: tag, device, index) {
      PhoneList($0.body)?.serials.contains(key.serial) ?? false
    }
    guard let working else { return false }
    reportDecoded(tag, working, "a list without the change", index)
    return true
  }

  private func answer(
    to tag: String, encoding: String = "", _ device: String, _ index: Int
  ) async throws -> WebResponse? {
    try await ask(
      "GET", listPath(device, passes[index].key.passType, tag: tag, encoding: encoding),
      pass: index, mayFail: true)
  }

  /// Returns the character, or else all characters, that have to be percent-encoded in a tag so that
  /// the response is right. Nil if none of them is the cause.
  private func workingEncoding(
    of tag: String, _ device: String, _ index: Int, _ isRight: (WebResponse) -> Bool
  ) async throws -> String? {
    let suspects = Self.plainCharacters.filter { tag.contains($0) }
    for suspect in suspects.map({ String($0) }) + (suspects.count > 1 ? [suspects] : []) {
      if let answer = try await answer(to: tag, encoding: suspect, device, index), isRight(answer) {
        return suspect
      }
    }
    return nil
  }

  private func reportDecoded(_ tag: String, _ working: String, _ outcome: String, _ index: Int) {
    damagedTags[passes[index].key.passType] = working
    let encoded = working.map { "\($0) as \(PhonePath.query(String($0), encoding: working))" }
      .joined(separator: ", ")
    reportFinding(
      RehearsalFindings.tagDecoded,
      "the tag \(tag) came back as phones send it and got \(outcome); the list is right only if the "
        + "query contains \(encoded)", index)
  }

  private func reportCharacters(_ tag: String, _ index: Int) {
    reportFinding(
      RehearsalFindings.tagCharacters,
      "the tag is \"\(tag)\", expected letters, digits, - . and _", index)
  }

  // MARK: Characters and responses

  /// Characters that phones leave as they are in a query, although services may decode them.
  private static let plainCharacters = "+&=:/?;,!$'()*@"

  static func isSafe(_ tag: String) -> Bool {
    !tag.isEmpty
      && tag.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
            || "-._".unicodeScalars.contains($0))
      }
  }

  /// Returns whether a response is one that phones accept for a list.
  private static func isList(_ answer: WebResponse) -> Bool {
    answer.status == 204 || (answer.status == 200 && PhoneList(answer.body) != nil)
  }

  /// Returns whether a list contains no changes.
  private static func isCurrent(_ answer: WebResponse) -> Bool {
    answer.status == 204
      || (answer.status == 200 && PhoneList(answer.body)?.serials.isEmpty == true)
  }

  private static func outcome(_ answer: WebResponse) -> String {
    guard let list = PhoneList(answer.body), answer.status == 200 else {
      return "the status \(answer.status)"
    }
    return "a list of \(counted(list.serials.count, "serial number"))"
  }
}
