// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PassBasics
import PassConsole

/// Opens the page in the browser. The path of the page is a secret, and every user of the machine
/// can see the arguments of a process. The browser therefore gets the name of a file that redirects
/// to the page. Only its owner can read the file.
final class BrowserOpener: Sendable {
  private let folder: ScratchFolder?
  private let file: String

  init(_ address: String) {
    let parent =
      Environment.value("XDG_RUNTIME_DIR") ?? Environment.value("TMPDIR") ?? "/tmp"
    let folder = try? ScratchFolder(in: parent)
    self.folder = folder
    file = FilePath.join(folder?.path ?? parent, "open.html")
    let page = """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0; url=\(address)"><title>Pass preview</title></head>
      <body><p><a href="\(address)">Open the preview</a></p></body>
      </html>

      """
    if folder != nil { try? Disk.write(Array(page.utf8), to: file) }
  }

  /// Opens the file on another thread, because some desktops run the browser in the command and
  /// return only when it ends.
  func open() {
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    // Without a private directory, another user could have made the file of that name.
    guard folder != nil else { return Self.report() }
    let file = file
    DispatchQueue.global().async {
      let status = ProgramFile.run(
        "/bin/sh", ["-c", "exec \(program) \"$1\"", "sh", file], streams: .none)
      if status != 0 { Self.report() }
    }
  }

  private static func report() {
    Console.report(.environment("cannot open a browser", help: "open the address yourself"))
  }

  func remove() {
    try? folder?.remove()
  }
}
