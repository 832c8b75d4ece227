// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassConsole

extension PayExampleCommand: AppWork {
  func perform() throws { try WrittenSources.write(name.text, to: output) }
}
