// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassArchive
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassRead

struct GroupCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "group",
    abstract: "Put several passes into one .pkpasses.",
    discussion: """
      A bundle has at most \(PassGroup.maxPasses) passes and 150 MB. Each pass keeps its content and \
      the name of its file. Serve the bundle with the media type application/vnd.apple.pkpasses.

      Example:
        passc group seat-12A.pkpass seat-12B.pkpass -o flight.pkpasses
      """)

  @Argument(
    help: ArgumentHelp("The signed passes.", valueName: "pkpass"),
    completion: .file(extensions: [PackageKind.pass.fileExtension]))
  var passes: [String]

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write this .pkpasses; - is standard output.", valueName: "file"),
    completion: .file(extensions: [PackageKind.pass.groupExtension]))
  var output: String

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if output != "-", FilePath.extension(output) != PackageKind.pass.groupExtension {
      throw ValidationError(
        "a bundle of passes is named .pkpasses, not \(output)",
        help: "write -o \(ShellWord.quoted(FilePath.stem(output) + ".pkpasses"))")
    }
  }

  func run() throws {
    var names: [String: String] = [:]
    for pass in passes {
      let name = FilePath.lastComponent(pass)
      guard FilePath.extension(name) == PackageKind.pass.fileExtension else {
        throw CommandFailureError.usage(
          "\(pass) is not named .pkpass, but Wallet finds the passes of a bundle by name",
          help: "name finished passes, such as gym.pkpass")
      }
      // Most Macs ignore the case of file names.
      if let other = names.updateValue(pass, forKey: name.lowercased()) {
        let isSame = Disk.identity(of: other) == Disk.identity(of: pass)
        throw isSame
          ? CommandFailureError.usage("\(pass) is given twice", help: "give each pass once")
          : CommandFailureError.usage(
            "\(other) and \(pass) would both be \(name) in the bundle", help: "rename one of them")
      }
    }
    let members = try passes.map { path in
      if try Disk.kind(of: path, followingLinks: true) == .folder {
        throw CommandFailureError.usage(
          "\(path) is a folder, expected a signed pass", help: "make it with passc build or resign")
      }
      return PassGroup.Member(
        entry: FilePath.lastComponent(path), bytes: try Disk.read(path), name: path)
    }
    var report = Report()
    do {
      let bytes = try PassGroup.archive(of: members, report: &report)
      try write(bytes)
    } catch is DiagnosticsError {
      Console.report(report.sorted, showsNotes: false, outcome: "nothing written")
      throw CommandFailureError.findings
    } catch let error as ArchiveError {
      throw CommandFailureError.environment(error.description)
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    guard output != "-" else { return try Disk.writeStandardOutput(bytes) }
    try MadeFolder.makeParent(of: output)
    try Disk.write(bytes, to: output)
    Console.print(output)
  }
}
