// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
import PassJSON

extension Rehearsal {
  /// The result of a list request.
  enum Listed: Equatable {
    case nothing
    case serials([String], tag: String?)
    case failed
  }

  /// Checks the list of changed passes.
  func list(_ index: Int) async throws {
    guard let device = devices.first else { return }
    let key = passes[index].key
    let all = try await askList(device.identifier, index, tag: nil, "the list without a tag")
    switch all {
    case .failed: return
    case .nothing:
      reportFinding(
        RehearsalFindings.listMissing,
        "the list without a tag is empty, expected \(key.serial)", index)
    case .serials(let serials, _):
      if !serials.contains(key.serial) {
        reportFinding(
          RehearsalFindings.listMissing,
          "the list without a tag does not name \(key.serial)", index)
      }
      checkForeign(serials, index)
    }
    try await listWithHeaders(device.identifier, index)
    if case .serials(_, let tag?) = all {
      try await checkTag(tag, device.identifier, index)
      try await listWithTag(tag, device.identifier, index)
    }
    if index == 0 {
      try await listGarbage(device.identifier, index, all)
      try await listForeignPasses(device.identifier, index)
    }
  }

  /// Checks that each device gets all its passes, whatever their order, now that all are registered.
  func listEverything() async throws {
    for device in devices {
      for type in Set(passes.map(\.key.passType)).sorted() {
        let own = passes.indices.filter { passes[$0].key.passType == type }
        // Passes of one type may be at several services.
        for address in Set(own.map { base[$0] }).sorted() {
          let expected = own.filter { index in
            base[index] == address
              && registered.contains(Registration(device: device.identifier, pass: index))
          }
          guard expected.count > 1, let first = expected.first else { continue }
          let list = try await askList(
            device.identifier, first, tag: nil, "the list of a device with several passes")
          guard case .serials(let serials, _) = list else { continue }
          for index in expected where !serials.contains(passes[index].key.serial) {
            reportFinding(
              RehearsalFindings.listMissing,
              "the list without a tag of a device with \(expected.count) passes does not contain "
                + passes[index].key.serial, index)
          }
        }
      }
    }
  }

  /// Sends one list request and checks its response.
  func askList(
    _ device: String, _ index: Int, tag: String?, _ what: String, type: String? = nil,
    lane: TimelineEntry.Lane = .probe
  ) async throws -> Listed {
    let type = type ?? passes[index].key.passType
    guard
      let answer = try await ask(
        "GET", listPath(device, type, tag: tag, encoding: damagedTags[type] ?? ""), pass: index,
        lane: lane)
    else { return .failed }
    return checkedList(answer, index, what)
  }

  /// Checks the response to a list request.
  @discardableResult
  func checkedList(_ answer: WebResponse, _ index: Int, _ what: String) -> Listed {
    switch answer.status {
    case 204: return .nothing
    case 200: return checkedList(answer.body, index, what)
    case 401, 403:
      reportFinding(
        RehearsalFindings.listToken,
        "\(what) returned \(answer.status), expected 200 or 204", index)
    case 500...: break
    default:
      reportFinding(
        RehearsalFindings.listStatus,
        "\(what) returned \(answer.status), expected 200 or 204", index)
    }
    return .failed
  }

  private func checkedList(_ body: [UInt8], _ index: Int, _ what: String) -> Listed {
    if let list = PhoneList(body) {
      if list.serials.isEmpty {
        reportFinding(
          RehearsalFindings.listEmpty, "\(what) is empty with status 200, expected 204", index)
      }
      guard let tag = list.tag else {
        reportFinding(RehearsalFindings.tagMissing, "\(what) has no lastUpdated", index)
        return .serials(list.serials, tag: nil)
      }
      return .serials(list.serials, tag: tag)
    }
    var report = Report(wantsNotes: false)
    let root = JSONReader.read(body, name: "list", report: &report)?.root
    if !report.hasErrors, let tag = root?["lastUpdated"], tag.string == nil {
      let shown = String(decoding: JSONWriter.bytes(of: tag).prefix(40), as: UTF8.self)
      reportFinding(
        RehearsalFindings.tagNumber,
        "lastUpdated in \(what) is \(shown), expected a string in quotes", index)
    } else {
      reportFinding(
        RehearsalFindings.listMalformed,
        report.hasErrors || root == nil
          ? "\(what) is not JSON" : "serialNumbers in \(what) is not an array of strings", index)
    }
    return .failed
  }

  private func checkForeign(_ serials: [String], _ index: Int) {
    let known = Set(passes.map(\.key.serial))
    let foreign = serials.filter { !known.contains($0) }
    if let first = foreign.first {
      let more = foreign.count > 1 ? " and \(foreign.count - 1) more" : ""
      reportFinding(
        RehearsalFindings.listForeign,
        "the list contains \(first)\(more), which the device has not registered", index)
    }
  }

  /// Checks that the list does not depend on the `Authorization` header. Phones send none.
  private func listWithHeaders(_ device: String, _ index: Int) async throws {
    guard
      let answer = try await ask(
        "GET", listPath(device, passes[index].key.passType), pass: index,
        headers: [WebHeader("Authorization", "ApplePass wrong-token-of-nobody")])
    else { return }
    if [401, 403].contains(answer.status) {
      reportFinding(
        RehearsalFindings.listToken,
        "a list with another Authorization header returned \(answer.status), expected 200 or 204",
        index)
    }
  }

  private func listWithTag(_ tag: String, _ device: String, _ index: Int) async throws {
    switch try await askList(device, index, tag: tag, "the list with the current tag") {
    case .serials(let serials, let next) where !serials.isEmpty:
      reportFinding(
        RehearsalFindings.tagStuck,
        "with the current tag \(tag) the list still contains "
          + counted(serials.count, "serial number")
          + (next == tag ? "" : ", and returns the tag \(next ?? "none")"), index)
    default: break
    }
  }

  /// Checks tags that no list has returned.
  private func listGarbage(_ device: String, _ index: Int, _ all: Listed) async throws {
    let path = listPath(device, passes[index].key.passType) + "?passesUpdatedSince="
    for (query, what) in [
      ("%25%2B%20garbage%22", "a tag that no list returned"),
      ("", "an empty tag"),
      (String(repeating: "9", count: 10_000), "a tag of 10 kB"),
    ] {
      guard
        let answer = try await ask(
          "GET", path + query, pass: index, mayFail: true)
      else { continue }
      let isLong = query.utf8.count > 1_000
      let isFine =
        answer.status == 200 || answer.status == 204
        || (isLong && [400, 414, 431].contains(answer.status))
      // 204 for an unreadable tag loses updates. The service has to list every pass.
      let isTooLittle =
        answer.status == 204 && !isLong && all != .nothing && query.contains("garbage")
      if !isFine || isTooLittle {
        reportFinding(
          RehearsalFindings.tagGarbage,
          "a list with \(what) returned \(answer.status), expected 200", index)
      }
    }
  }

  /// Checks lists for an unknown device and for a type that the device did not register.
  private func listForeignPasses(_ device: String, _ index: Int) async throws {
    let stranger = String(try Device.freshToken().prefix(32))
    let type = passes[index].key.passType
    if let answer = try await ask("GET", listPath(stranger, type), pass: index),
      answer.status != 204
    {
      if answer.status == 200, let list = PhoneList(answer.body), !list.serials.isEmpty {
        reportFinding(
          RehearsalFindings.listForeign,
          "the list of a device that never registered contains "
            + counted(list.serials.count, "serial number"), index)
      } else {
        checkEmpty(answer, "a device that never registered", index)
      }
    }
    if let answer = try await ask(
      "GET", listPath(device, type + ".other"), pass: index)
    {
      if answer.status == 200, let list = PhoneList(answer.body),
        list.serials.contains(passes[index].key.serial)
      {
        reportFinding(
          RehearsalFindings.listOtherType,
          "the list of \(type).other contains \(passes[index].key.serial) of \(type)", index)
      }
      checkEmpty(answer, "a device without passes of this type", index)
    }
  }

  /// Checks the status for a device without passes. A phone accepts only 200 and 204.
  func checkEmpty(_ answer: WebResponse, _ device: String, _ index: Int) {
    guard answer.status != 200, answer.status != 204, answer.status < 500 else { return }
    reportFinding(
      RehearsalFindings.listUnknown,
      "the list of \(device) returned \(answer.status), expected 204", index)
  }
}
