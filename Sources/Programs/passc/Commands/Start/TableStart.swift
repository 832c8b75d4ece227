// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassModel
import PassReport
import PassTemplate

/// A run of `passc init --from`: reads the table, asks about what is in doubt, and prints what was
/// guessed.
struct TableStart {
  let table: String
  let folder: String
  private let languages: StarterLanguages?
  private let bytes: [UInt8]
  private let options: DataOptions
  let guess: TableGuess

  /// - Throws: `CommandFailureError`, or `FileError`.
  init(
    _ arguments: TableOptions, table: String, folder: String, style: StarterStyle,
    languages: StarterLanguages?
  ) throws {
    guard TableGuess.styles.contains(style) else {
      throw CommandFailureError.usage(
        "a table alone cannot fill a \(style.rawValue)",
        help: "with --from, --style is one of "
          + TableGuess.styles.map(\.rawValue).joined(separator: ", "))
    }
    guard table != "-" else {
      throw CommandFailureError.usage(
        "--from reads a file, not standard input", help: "write the table to a file first")
    }
    self.table = table
    self.folder = folder
    self.languages = languages
    options = try arguments.form()
    var answers = try arguments.answers()
    bytes = try Disk.read(table)
    guess = try Self.guess(table, bytes, options, &answers, style)
  }

  /// Guesses, and asks until nothing is in doubt.
  private static func guess(
    _ table: String, _ bytes: [UInt8], _ options: DataOptions, _ answers: inout TableAnswers,
    _ style: StarterStyle
  ) throws -> TableGuess {
    while true {
      var report = Report()
      do {
        let guess = try TableGuess.read(
          bytes, name: table, options: options, answers: answers, style: style,
          machineZone: machineZone(),
          photoExists: { name in
            let path = FilePath.join(FilePath.parent(table), name)
            return (try? Disk.kind(of: path, followingLinks: true)) == .file
          }, report: &report)
        Console.report(
          report.sorted, showsNotes: false, subject: table, isLast: guess == nil,
          outcome: "nothing written")
        guard let guess else { throw CommandFailureError.findings }
        return guess
      } catch let doubt as TableAmbiguityError {
        answers.add(try answer(to: doubt, table))
      } catch let error as TableError {
        let place = TextWriter.printable(table) + (error.line.map { ":\($0)" } ?? "")
        throw CommandFailureError(
          status: .findings, message: "\(place): \(error.message)", help: error.help,
          or: error.alternative.map { "or give " + TableOptions.description(for: $0) })
      }
    }
  }

  // MARK: Doubts

  /// Asks at the terminal. Without one, the error names the options.
  private static func answer(
    to doubt: TableAmbiguityError, _ table: String
  ) throws -> TableAnswers.Answer {
    guard isatty(STDIN_FILENO) == 1, Disk.isTerminal(standardError: true) else {
      let choices = doubt.choices.map {
        "\(TableOptions.description(for: $0.answer)) (\($0.meaning))"
      }
      throw CommandFailureError.usage(
        "\(table): \(doubt.question)", help: "give " + choices.joined(separator: ", or "))
    }
    Console.printLine("passc: \(table): \(doubt.question)")
    for (index, choice) in doubt.choices.enumerated() {
      Console.printLine(
        "  \(index + 1)  \(choice.meaning)   (\(TableOptions.description(for: choice.answer)))")
    }
    while true {
      Console.printRaw("1 to \(doubt.choices.count): ")
      guard let line = readLine() else {
        throw CommandFailureError.usage(
          "\(table): \(doubt.question)",
          help: "give " + TableOptions.description(for: doubt.choices[0].answer))
      }
      if let number = Int(line.trimmingBlanks), doubt.choices.indices.contains(number - 1) {
        return doubt.choices[number - 1].answer
      }
    }
  }

  /// Returns the time zone of this computer by its name, or nil if it has none that passc knows.
  private static func machineZone() -> String? {
    var name = Environment.value("TZ").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    if name?.isEmpty ?? true {
      let path = try? Disk.resolvingSymbolicLinks("/etc/localtime")
      name = path?.split(separator: "/zoneinfo/", maxSplits: 1).last.map(String.init)
    }
    guard let name else { return nil }
    if ["Etc/UTC", "Etc/GMT", "UTC"].contains(name) { return "UTC" }
    return ZoneRules(named: name) == nil ? nil : name
  }

  // MARK: Results

  func template(
    nfcPublicKey: String?, background: PassColour?, sources: StarterSources, now: Int64
  ) throws -> StarterTemplate {
    try StarterTemplate(
      guess, folder: folder, languages: languages, nfcPublicKey: nfcPublicKey,
      background: background, sources: sources, options: options,
      bytes: bytes, now: now)
  }

  /// Prints everything that was guessed, with the reason and the place to change it.
  func printGuesses() {
    let lines = guess.lines(organization: StarterTemplate.organization(of: folder))
    Console.show(GuessText(width: Console.width(of: STDOUT_FILENO)).text(of: lines))
    let path = FilePath.join(folder, "template.json")
    Console.print("Places without a file are in \(path).")
    let skipped = guess.profile.emptyRows
    if skipped > 0 { Console.print("\(counted(skipped, "empty line")) skipped.") }
  }
}
