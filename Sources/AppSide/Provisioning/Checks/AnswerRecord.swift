// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
package import PassDiagnostics
package import PassJSON

/// An answer in a file: a body alone, or with status and time around it.
package struct AnswerRecord {
  /// The body.
  package let body: JSONValue
  /// The status of HTTP; 200 for a body alone.
  package let status: Int
  /// How long it took.
  package let milliseconds: Int?
  /// Where status and time stand.
  let frame: JSONValue?

  /// Reads `{ "status": 200, "milliseconds": 420, "body": { … } }`, or a body alone.
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
