// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
package import PassDiagnostics
package import PassJSON

/// A response in a file: only a body, or a body with status and time.
package struct AnswerRecord {
  package let body: JSONValue
  /// HTTP status, which is 200 if the file has only a body.
  package let status: Int
  /// Duration of the request in milliseconds, if the file has it.
  package let milliseconds: Int?
  /// Object that contains status and time.
  let frame: JSONValue?

  /// Reads `{ "status": 200, "milliseconds": 420, "body": { … } }`, or only a body.
  package init(_ root: JSONValue, report: inout Report) {
    guard root.isObject, let body = root["body"], let status = root["status"] else {
      self.body = root
      self.status = 200
      milliseconds = nil
      frame = nil
      return
    }
    self.body = body
    frame = root
    if let number = status.number?.integer, (100...599).contains(number) {
      self.status = number
    } else {
      self.status = 0
      report(
        ProvisioningFindings.answerMember, "status is not an HTTP status", at: status)
    }
    milliseconds = root["milliseconds"]?.number?.integer
    if let time = root["milliseconds"], milliseconds.map({ $0 < 0 }) ?? true {
      report(
        ProvisioningFindings.answerMember, "milliseconds is not a whole number of 0 or more",
        at: time)
    }
  }
}
