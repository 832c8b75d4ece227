// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassConsole

extension PayExampleCommand: AppProgramCommand {
  func perform() throws { try WrittenSources.write(name.text, to: output) }
}
