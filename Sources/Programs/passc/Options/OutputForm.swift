// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// How a command writes what it found: text for people, JSON for programs.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// Writes a result that is in this form.
  func write(_ bytes: [UInt8]) {
    switch self {
    case .text: Console.show(String(decoding: bytes, as: UTF8.self))
    case .json: Console.writeJSON(bytes)
    }
  }
}
