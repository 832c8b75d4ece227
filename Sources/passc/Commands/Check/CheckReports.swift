// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassCheck
import PassDiagnostics
import PassFiles
import PassModel
import PassReport

/// The report on standard output and those written to files, all from one run.
struct CheckReports {
  private var printed: any CheckReportWriter
  /// A report has taken standard output, and what is printed goes to standard error.
  private let isOutputTaken: Bool
  private var written: [(file: String, writer: any CheckReportWriter, text: String)]

  /// Where reports go.
  var files: [String] { written.map(\.file) }

  init(_ command: CheckCommand) throws {
    var files: [(format: CheckReportFormat, file: String)] = []
    for argument in command.report {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let format = CheckReportFormat(rawValue: parts[0]) else {
        throw Failure.usage(
          "--report \(argument) names no report, expected FORMAT=FILE",
          help: "FORMAT is " + CheckReportFormat.allCases.map(\.rawValue).joined(separator: ", "))
      }
      files.append((format, parts[1]))
    }
    guard files.count(where: { $0.file == "-" }) <= 1 else {
      throw Failure.usage("standard output takes one report", help: "write the others to files")
    }
    let names = files.map(\.file) + [command.writeBaseline].compactMap { $0 }
    if let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
      throw Failure.usage(
        "two things would be written to \(names[twice])", help: "give each a file of its own")
    }
    isOutputTaken = names.contains("-")
    func writer(_ format: CheckReportFormat, isFile: Bool) -> any CheckReportWriter {
      format.writer(
        showsNotes: command.policyOptions.notes, showsStatistics: command.statistics,
        limitPerCode: command.limitPerCode, isFile: isFile)
    }
    printed = writer(command.format, isFile: isOutputTaken)
    written = files.map { ($0.file, writer($0.format, isFile: true), "") }
  }

  /// Nothing that is written may replace what is read, in a folder that is checked neither.
  ///
  /// - Parameter inputs: files that are read, wherever they lie.
  static func refuseToReplace(
    _ outputs: [String], inputs: [String], targets: [CheckTargets.Target]
  ) throws {
    let read = Dictionary(
      inputs.compactMap { path in Disk.identity(of: path).map { ($0, path) } },
      uniquingKeysWith: { first, _ in first })
    for output in outputs where output != "-" {
      guard let identity = Disk.identity(of: output), !identity.isFolder else { continue }
      let replaced = read[identity] ?? targets.lazy.compactMap { source(output, in: $0) }.first
      guard let replaced else { continue }
      throw Failure.usage(
        "writing \(output) would replace \(replaced), which is checked",
        help: "name another file for it")
    }
  }

  /// The path of a file within a checked folder that belongs to the pass or template in it.
  private static func source(_ path: String, in target: CheckTargets.Target) -> String? {
    switch target {
    case .template(let folder), .folder(let folder):
      guard let root = try? Disk.resolvingSymbolicLinks(folder),
        let file = try? Disk.resolvingSymbolicLinks(path),
        let inside = FilePath.relative(file, to: root)
      else { return nil }
      let others = ["template.json", "manifest.json", "signature"]
      return PackableFile(path: inside) != nil || others.contains(inside)
        ? FilePath.join(folder, inside) : nil
    case .file, .standardInput, .unreadable: return nil
    }
  }

  mutating func add(_ subject: CheckedSubject) throws {
    write(printed.subject(subject))
    for index in written.indices { written[index].text += written[index].writer.subject(subject) }
  }

  mutating func finish(_ summary: CheckSummary) throws {
    write(printed.end(summary))
    for index in written.indices {
      let text = written[index].text + written[index].writer.end(summary)
      if written[index].file == "-" {
        Console.write(text)
        continue
      }
      try Disk.makeFolders(FilePath.parent(written[index].file))
      try Disk.write(Array(text.utf8), to: written[index].file)
    }
  }

  private func write(_ text: String) {
    if isOutputTaken { Console.sayRaw(text) } else { Console.write(text) }
  }
}
