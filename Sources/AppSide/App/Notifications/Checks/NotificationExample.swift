// SPDX-License-Identifier: Apache-2.0

package import PassCompanionFindings

extension NotificationExample {
  /// Returns the payload as one line of JSON.
  ///
  /// - Parameter card: the id of the card.
  package func text(card: String = "00000000-example") -> String {
    let id = Self.quoted(card)
    let aps = "\"aps\":{\"content-available\":1}"
    let transaction = "\"action\":\"TNS:PaymentTransactionNotification\""
    let body =
      switch self {
      case .tns: "\"sender\":\"TNS\",\(transaction),\"digitalCardId\":\(id),\(aps)"
      case .coBadged:
        "\"sender\":\"TNS\",\(transaction),\"digitalCardId\":\(id),"
          + "\"transactionRecordType\":\"primary\",\(aps)"
      case .mg:
        "\"sender\":\"MG\",\"action\":\"MG:ReplenishmentNeededNotification\","
          + "\"digitalCardId\":\(id),\(aps)"
      case .cps: "\"sender\":\"CPS\",\"payload\":\"opaque-example\",\(aps)"
      case .background: "\(aps),\"news\":17"
      case .alert: "\"aps\":{\"alert\":{\"title\":\"Gym\",\"body\":\"Your class begins.\"}}"
      case .passUpdate: ""
      case .wrongPrefix:
        "\"sender\":\"TNS\",\"action\":\"MG:ReplenishmentNeededNotification\","
          + "\"digitalCardId\":\(id),\(aps)"
      case .missingCardIdentifier:
        "\"sender\":\"MG\",\"action\":\"MG:ReplenishmentNeededNotification\",\(aps)"
      case .numericCardIdentifier: "\"sender\":\"TNS\",\(transaction),\"digitalCardId\":17,\(aps)"
      case .duplicateCardIdentifier:
        "\"sender\":\"TNS\",\(transaction),\"digitalCardId\":\(id),"
          + "\"digitalCardID\":\"11111111-example\",\(aps)"
      case .tooLarge: "\(aps),\"text\":\"\(String(repeating: "x", count: 4_060))\""
      case .lowercaseSender: "\"sender\":\"tns\",\(transaction),\"digitalCardId\":\(id),\(aps)"
      case .apsOnly: aps
      }
    return "{\(body)}\n"
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\\(scalar)"
      case _ where scalar.value < 0x20: out += " "
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
