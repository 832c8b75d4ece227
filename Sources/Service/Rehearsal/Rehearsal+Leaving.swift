// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassJSON

extension Rehearsal {
  /// Deletes the passes on each device and checks the unregistrations.
  func unregister() async throws {
    for device in devices.indices {
      for index in passes.indices {
        devices[device].phone.remove(passes[index].key, at: now)
        for (call, answer) in try await perform(device) {
          guard case .unregister = call.purpose, case .response(let answer) = answer else {
            continue
          }
          if [200, 201].contains(answer.status) {
            forget(Registration(device: devices[device].identifier, pass: index))
          } else {
            reportFinding(
              RehearsalFindings.unregisterStatus,
              "DELETE returned \(answer.status), expected 200", index)
          }
        }
      }
      try await afterLeaving(device)
    }
  }

  private func afterLeaving(_ device: Int) async throws {
    let identifier = devices[device].identifier
    if device == 0, let answer = try await unregisterDirectly(identifier, 0),
      answer.status != 200, answer.status < 500, answer.status != 204
    {
      reportFinding(
        RehearsalFindings.unregisterAgain,
        "a second, equal DELETE returned \(answer.status), expected 200", 0)
    }
    let types = Set(passes.map(\.key.passType)).sorted()
    for type in types {
      let index = passes.firstIndex { $0.key.passType == type } ?? 0
      guard let answer = try await ask("GET", listPath(identifier, type), pass: index) else {
        continue
      }
      checkEmpty(answer, "a device that unregistered everything", index)
      if answer.status == 200, let list = PhoneList(answer.body), let serial = list.serials.first {
        reportFinding(
          RehearsalFindings.unregisterKept,
          "the list of a device that unregistered everything contains \(serial)", index)
      }
    }
  }
}
