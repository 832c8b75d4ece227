// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassDiagnostics
import PassTemplate

/// A fast reader for simple arguments of `passc build`: `--name value`, flags, and one template.
///
/// swift-argument-parser finds options by reflection and searches all protocol conformances of
/// their types, which takes a third of a cold build. This reader returns nil if an argument is not
/// simple or not valid, and then the parser decides. A test compares both results.
enum BuildArguments {
  /// - Parameter arguments: the words after `build`.
  static func read(_ arguments: some Sequence<String>) -> BuildOptions? {
    var options = BuildOptions(template: "")
    var seen: Set<String> = []
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      guard argument.utf8.first == dash else {
        guard !argument.isEmpty, options.template.isEmpty else { return nil }
        options.template = argument
        continue
      }
      let name = ArgumentTable.longName(of: argument)
      let isRepeated = !seen.insert(name).inserted
      if isRepeated, !["--set", "--deny", "--allow"].contains(name) { return nil }
      if options.setFlag(name) { continue }
      // A value that begins with a dash can be the next option after an option without its value.
      guard let value = rest.next(), !value.isEmpty, value.utf8.first != dash || value == "-",
        options.set(value, of: name)
      else { return nil }
    }
    if options.identityOptions.outside.fault != nil { return nil }
    let goesToPipe = options.output == "-" && options.emit == .folder
    return options.template.isEmpty || options.depfile == "-" || goesToPipe ? nil : options
  }

  private static let dash = UInt8(ascii: "-")
}

extension BuildOptions {
  /// Sets the flag with this name. Returns false if there is no such flag.
  fileprivate mutating func setFlag(_ name: String) -> Bool {
    switch name {
    case "--strict": policyOptions.strict = true
    case "--notes": policyOptions.notes = true
    case "--quiet": isQuiet = true
    case "--no-excerpt": display.showsExcerpts = false
    default: return false
    }
    return true
  }

  /// Sets the option with this name. Returns false if there is no such option or the value is
  /// invalid.
  fileprivate mutating func set(_ value: String, of name: String) -> Bool {
    switch name {
    case "--color":
      guard let choice = ColorChoice(rawValue: value) else { return false }
      display.color = choice
    case "--output": output = value
    case "--depfile": depfile = value
    case "--token-key": keyOptions.tokenKey = value
    case "--nfc-key": keyOptions.nfcKey = value
    case "--sample":
      guard let number = Int(value), number > 0 else { return false }
      sample = number
    case "--emit":
      guard let kind = BuildCommand.Emit(rawValue: value) else { return false }
      emit = kind
    case "--data": dataOptions.data = value
    case "--data-format":
      guard let format = DataFormat(rawValue: value) else { return false }
      dataOptions.dataFormat = format
    case "--set": dataOptions.set.append(value)
    case "--files": dataOptions.files = value
    case "--delimiter": dataOptions.delimiter = value
    case "--encoding": dataOptions.encoding = value
    case "--sheet": dataOptions.sheet = value
    case "--identity": identityOptions.identity = value
    case "--certificate": identityOptions.certificate = value
    case "--key": identityOptions.key = value
    case "--sign-with": identityOptions.signWith = value
    case "--in-flight":
      guard let number = Int(value) else { return false }
      identityOptions.inFlight = number
    case "--sign-timeout":
      guard let number = Int(value) else { return false }
      identityOptions.signTimeout = number
    case "--wwdr": identityOptions.wwdr = value
    case "--password-file": identityOptions.passwordFile = value
    case "--deny", "--allow":
      guard AllFindings.catalogue.isKnown(value) else { return false }
      if name == "--deny" { policyOptions.deny.append(value) }
      if name == "--allow" { policyOptions.allow.append(value) }
    default: return false
    }
    return true
  }
}
