// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassFiles

/// `passc preview`: a pass as a phone shows it. Reads the command line and hands it to the program
/// that draws, so that no other command carries its libraries.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: PreviewHelp.abstract, discussion: PreviewHelp.discussion)

  @OptionGroup
  var options: PreviewOptions

  func validate() throws {
    try options.policyOptions.refuseUnknown(AllFindings.catalogue)
  }

  func run() throws {
    // The command line itself, which was read without fault.
    throw CompanionProgram.become("passc-preview", Array(CommandLine.arguments.dropFirst(2)))
  }
}

/// The programs that come with passc and do what needs more libraries.
enum CompanionProgram {
  /// Ends this program and begins another of ours in its place.
  ///
  /// - Returns: why that cannot be.
  static func become(_ name: String, _ arguments: [String]) -> Failure {
    guard let program = path(of: name) else { return missing(name) }
    let reason = ProgramFile.become(
      program, arguments, variables: [("PASSC_STARTED_BY", Version.number)])
    return .environment("cannot start \(program): \(reason)")
  }

  /// Runs one of our programs to its end; its streams are this program's.
  ///
  /// - Throws: `Failure` with its status where it was not fine.
  static func run(_ name: String, _ arguments: [String]) throws {
    guard let program = path(of: name) else { throw missing(name) }
    let status = ProgramFile.run(
      program, arguments, variables: [("PASSC_STARTED_BY", Version.number)])
    guard let status else { throw Failure.environment("cannot start \(program)") }
    guard status == 0 else {
      throw Failure(status: ExitStatus(rawValue: status) ?? .environment, message: "")
    }
  }

  private static func missing(_ name: String) -> Failure {
    .environment(
      "\(name) lies neither beside passc nor in libexec/passc",
      help: "make preview builds it; make install and make dist bring it along")
  }

  /// Beside passc, else in `libexec/passc` of the folder both are installed in.
  static func path(of name: String) -> String? {
    guard let own = ProgramFile.path else { return nil }
    let folder = FilePath.parent(own)
    return [
      FilePath.join(folder, name),
      FilePath.normalised(FilePath.join(folder, "../libexec/passc/\(name)")),
    ].first { (try? Disk.kind(of: $0, followingLinks: true)) == .file }
  }
}
