// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The spelling of settings as options of the commands.
package enum OptionNames {
  /// Returns a help text followed by the options it refers to.
  package static func help(_ words: String, _ settings: [RunSetting]) -> String {
    guard !settings.isEmpty else { return words }
    return words + " (" + settings.map(spelling).joined(separator: ", ") + ")"
  }

  /// Returns a help text followed by the options it refers to, or nil if there is no text.
  package static func help(_ words: String?, _ settings: [RunSetting]) -> String? {
    words.map { help($0, settings) }
  }

  static func spelling(of setting: RunSetting) -> String {
    let option =
      switch setting.subject {
      case .identity: "--identity"
      case .certificate: "--certificate"
      case .password: "PASSC_PASSWORD, or --password-file FILE, or in a terminal"
      case .importFolder: "passc cert import pass.cer --into"
      case .keyFolder: "passc cert import KEY.p12 --into"
      case .trust: "--trust"
      case .data: "--data"
      case .rows: "passc check TEMPLATE --data"
      case .sample: "--sample"
      case .value: "--set"
      case .files: "--files"
      case .dataFormat: "--data-format"
      case .encoding: "--encoding"
      case .delimiter: "--delimiter"
      case .sheet: "--sheet"
      case .readerKey: "--nfc-key"
      case .tokenKey: "--token-key"
      case .oldestIOS: "--ios"
      case .day: "--as-of"
      case .limit: "--archive-limit"
      case .signingTime: "SOURCE_DATE_EPOCH"
      case .acceptedChanges: "passc resign PASS -o FOLDER --accept-changes"
      case .fonts: "--fonts"
      }
    return setting.value.map { "\(option) \($0)" } ?? option
  }
}

extension Finding {
  /// The help text with the options of the commands.
  package var helpWithOptions: String { OptionNames.help(help, settings) }
}

extension Diagnostic {
  /// The help text with the options of the commands.
  package var helpWithOptions: String { OptionNames.help(help, settings) }
}
