// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassConsole

extension PayJSCommand: AppProgramCommand {
  func perform() throws {
    var options = PaymentOptions(now: try PayDocuments.today(asOf))
    options.kind = kind
    let document = try PayDocuments.sound(file, options)
    try WrittenSources.write(
      PaymentJavaScript.text(of: document, asOf: options.now), to: output)
  }
}
