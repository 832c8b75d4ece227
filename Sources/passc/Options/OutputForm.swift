// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How a command writes what it found: text for people, JSON for programs.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
