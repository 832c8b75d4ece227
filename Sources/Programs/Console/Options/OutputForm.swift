// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The format of results: text for people, JSON for programs.
package enum OutputForm: String, ExpressibleByArgument, CaseIterable, Sendable {
  case text, json

  /// Prints a result that is already in this format.
  package func write(_ bytes: [UInt8]) {
    switch self {
    case .text: Console.show(String(decoding: bytes, as: UTF8.self))
    case .json: Console.writeJSON(bytes)
    }
  }
}
