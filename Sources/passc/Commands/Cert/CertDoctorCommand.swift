// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassCertificates
import PassDiagnostics
import PassFiles
import PassJSON
import PassModel
import PassReport

/// `passc cert doctor`: what an identity is, whether its parts fit, and for how long.
struct CertDoctorCommand: ParsableCommand {
  /// How the list is written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what an identity is and whether everything fits.",
    discussion: """
      Looks at every file of the folder, says whether key, certificate and intermediate belong \
      together, whether the certificate may sign passes with nfc, and how many days are left. \
      Exit status 1 when something does not fit, 3 when a file cannot be read or decrypted. \
      $SOURCE_DATE_EPOCH sets the signing time, as in build.

      Examples:
        passc cert doctor my-identity
        passc cert doctor my-identity --pass gym.pass
        passc cert doctor my-identity --min-days 45      # in a nightly job
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder of the identity; else --identity, else $PASSC_IDENTITY.", valueName: "identity"),
    completion: .directory)
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "Also compare with this template, package folder or .pkpass.", valueName: "path"),
    completion: .file())
  var pass: String?

  @Option(
    help: ArgumentHelp(
      "Fail when fewer days are left; without it fewer than 30 are a warning.", valueName: "n"))
  var minDays: Int?

  @Option(help: ArgumentHelp("How to write the list: text or json.", valueName: "format"))
  var format = Format.text

  @OptionGroup(title: "Identity")
  var identityOptions: IdentityOptions

  func validate() throws {
    if let minDays, minDays < 0 || minDays > 100_000 {
      throw ValidationError("--min-days is \(minDays), expected 0 to 100000")
    }
    if folder != nil, identityOptions.identity != nil {
      throw ValidationError("the identity is named twice, with and without --identity")
    }
  }

  func run() throws {
    var source = identityOptions.source
    if let folder { source.folder = folder }
    if source.isEmpty {
      throw Failure.usage(
        "there is no identity to look at",
        help: "name its folder, or set PASSC_IDENTITY; passc cert example -o DIR makes one")
    }
    let time = try SigningTime.now()
    var needs: PassNeeds?
    if let pass {
      var report = Report()
      do {
        needs = try PassNeeds.read(pass, report: &report)
      } catch let error as PassNeeds.Unreadable {
        throw Failure.environment(error.description)
      }
      if needs == nil {
        Console.report(report.sorted, showsNotes: false)
        throw Failure.findings
      }
    }
    let material = try IdentityMaterial.read(source)
    let checkup = IdentityCheckup(
      of: material, for: needs, at: time, minimalDays: minDays.map(Int64.init))
    switch format {
    case .text: Console.write(IdentityList(colour: Console.resultHasColour).text(of: checkup))
    case .json: Console.print(IdentityJSON.text(of: checkup))
    }
    if !checkup.fits { throw Failure.findings }
  }
}

/// The list for people.
struct IdentityList {
  let colour: Bool

  func text(of checkup: IdentityCheckup) -> String {
    var text = bold("Files") + "\n"
    let names = checkup.files.map { plain(FilePath.lastComponent($0.name)) }
    let width = min(names.map(\.count).max() ?? 0, 40)
    for (name, file) in zip(names, checkup.files) {
      for (index, content) in file.contents.enumerated() {
        text += "  " + padded(index == 0 ? name : "", width) + "  " + plain(content) + "\n"
      }
    }
    for candidate in checkup.candidates { text += "\n" + self.text(of: candidate, checkup.time) }
    return text
  }

  private func text(of candidate: IdentityCheckup.Candidate, _ time: Int64) -> String {
    let name = candidate.certificateFile ?? candidate.passTypeIdentifier ?? "No certificate"
    var text = bold("\(plain(name)), signing on \(Timestamp.day(time))") + "\n"
    for point in candidate.points {
      text += "  \(mark(point.state))  \(padded(point.topic, 11))  \(plain(point.message))\n"
      if point.state != .ok, let help = point.help {
        text += "                        " + coloured("36", "help:") + " \(plain(help))\n"
      }
    }
    let faults = candidate.points.count { $0.state == .fault }
    if faults == 0 {
      text += "It can sign" + (candidate.isApple ? "." : ", but no iPhone accepts its passes.")
    } else {
      text += "It does not fit: \(faults == 1 ? "1 fault" : "\(faults) faults")."
    }
    return text + "\n"
  }

  private func mark(_ state: IdentityCheckup.State) -> String {
    switch state {
    case .ok: coloured("32", "ok     ")
    case .note: coloured("34", "note   ")
    case .warning: coloured("1;35", "warning")
    case .fault: coloured("1;31", "fault  ")
    }
  }

  /// Names in certificates come from strangers: none may move the cursor.
  private func plain(_ text: String) -> String { TextWriter.printable(text) }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func bold(_ text: String) -> String { coloured("1", text) }

  private func coloured(_ code: String, _ text: String) -> String {
    colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The list for programs: one object in one line.
enum IdentityJSON {
  static func text(of checkup: IdentityCheckup) -> String {
    var json = JSONBuilder()
    json.begin(.object, origin: .none)
    json.key("version")
    json.scalar(.number, "1")
    json.key("fits")
    json.scalar(checkup.fits ? .true : .false)
    json.key("signingTime")
    json.string(Timestamp.text(checkup.time))
    json.key("files")
    json.begin(.array, origin: .none)
    for file in checkup.files {
      json.begin(.object, origin: .none)
      json.key("file")
      json.string(file.name)
      json.key("contents")
      json.begin(.array, origin: .none)
      for content in file.contents { json.string(content) }
      json.end()
      json.end()
    }
    json.end()
    json.key("identities")
    json.begin(.array, origin: .none)
    for candidate in checkup.candidates { add(candidate, to: &json) }
    json.end()
    json.end()
    return String(decoding: JSONWriter.bytes(of: json.document().root), as: UTF8.self)
  }

  private static func add(_ candidate: IdentityCheckup.Candidate, to json: inout JSONBuilder) {
    func string(_ key: String, _ value: String?) {
      json.key(key)
      if let value { json.string(value) } else { json.scalar(.null) }
    }
    func bool(_ key: String, _ value: Bool) {
      json.key(key)
      json.scalar(value ? .true : .false)
    }
    json.begin(.object, origin: .none)
    string("certificate", candidate.certificateFile)
    string("passTypeIdentifier", candidate.passTypeIdentifier)
    string("teamIdentifier", candidate.teamIdentifier)
    string("issuer", candidate.issuerName)
    bool("nfc", candidate.isNFC)
    bool("apple", candidate.isApple)
    string("notAfter", candidate.notAfter.map(Timestamp.text))
    json.key("daysLeft")
    if let days = candidate.daysLeft { json.scalar(.number, "\(days)") } else { json.scalar(.null) }
    bool("fits", candidate.fits)
    json.key("points")
    json.begin(.array, origin: .none)
    for point in candidate.points {
      json.begin(.object, origin: .none)
      string("topic", point.topic)
      string("state", point.state.rawValue)
      string("code", point.code)
      string("message", point.message)
      string("help", point.help)
      json.end()
    }
    json.end()
    json.end()
  }
}
