// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassCrypto
import PassDrawing

/// The child process that draws one SVG: `passc-preview --svg`.
///
/// The request is one line: the longer side in pixels and the file in base64. The response is `ok`
/// with width and height and then the pixels, or a line with the reason.
enum SVGWorker {
  /// The first argument of the child process.
  static let marker = "--svg"
  private static let limitInBytes = 32 << 20
  private static let seconds = 8

  // MARK: Parent

  /// Draws an SVG in a child process with limits.
  static func draw(_ bytes: [UInt8]) throws(SourceImage.SourceError) -> SourceImage {
    guard bytes.count <= limitInBytes else {
      throw .damaged("it has more than \(limitInBytes >> 20) MB")
    }
    let image = try draw(bytes, longSide: 2048)
    // If the drawing is small on its canvas, more pixels of it are needed.
    return image.visiblePercentage < 50 && image.visiblePercentage > 0
      ? try draw(bytes, longSide: 4096) : image
  }

  private static func draw(
    _ bytes: [UInt8], longSide: Int
  ) throws(SourceImage.SourceError) -> SourceImage {
    guard let program = ProgramFile.path else { throw .damaged("/proc is not mounted") }
    var limits = WorkerProgram.Limits()
    limits.time = .seconds(seconds)
    limits.processorTime = .seconds(seconds)
    limits.answerInBytes = 80 << 20
    let worker = WorkerProgram(program, [marker], limits: limits)
    defer { worker.end() }
    let request = Array("\(longSide) ".utf8) + Array(Base64.encode(bytes).utf8)
    let response: WorkerProgram.Response
    do {
      response = try worker.answer(to: request) { line in
        size(in: line).map { $0.width * $0.height * 4 } ?? 0
      }
    } catch {
      throw .damaged(error.description)
    }
    guard let size = size(in: response.line) else {
      throw .damaged(String(decoding: response.line, as: UTF8.self))
    }
    let words = response.body.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    guard let image = SourceImage(width: size.width, height: size.height, words: words) else {
      throw .damaged("the program that draws wrote too few pixels")
    }
    return image
  }

  private static func size(in line: [UInt8]) -> (width: Int, height: Int)? {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[0] == "ok", let width = Int(words[1]),
      let height = Int(words[2]), (1...4096).contains(width), (1...4096).contains(height)
    else { return nil }
    return (width, height)
  }

  // MARK: Child

  /// Draws the SVG on standard input.
  static func run() -> ExitStatus {
    do throws(SVGLibrary.SVGError) {
      let library = try SVGLibrary()
      restrict()
      guard let line = readLine(strippingNewline: true),
        let space = line.firstIndex(of: " "), let longSide = Int(line[..<space]),
        let bytes = Base64.decode(String(line[line.index(after: space)...]))
      else { return .usage }
      let drawing = try library.draw(bytes, longSide: longSide)
      Console.write("ok \(drawing.width) \(drawing.height)\n")
      drawing.words.withUnsafeBytes { Console.write(Array($0)) }
    } catch {
      switch error {
      case .missing: Console.write(missing + "\n")
      case .broken(let reason):
        Console.write(reason.split(separator: "\n").joined(separator: " ") + "\n")
      }
    }
    return .fine
  }

  private static let missing =
    "librsvg 2.52 or newer is not installed; on Debian and Ubuntu run: apt-get install librsvg2-2"

  /// Limits what a hostile file can do: memory, time, files.
  private static func restrict() {
    func limit(_ resource: Int32, _ value: UInt) {
      var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      #if canImport(Darwin)
        _ = setrlimit(resource, &limits)
      #else
        _ = setrlimit(__rlimit_resource_t(UInt32(resource)), &limits)
      #endif
    }
    #if !canImport(Darwin)
      limit(Int32(RLIMIT_AS.rawValue), 2 << 30)
      limit(Int32(RLIMIT_CPU.rawValue), UInt(seconds))
      limit(Int32(RLIMIT_FSIZE.rawValue), 0)
      limit(Int32(RLIMIT_CORE.rawValue), 0)
    #else
      limit(RLIMIT_CPU, UInt(seconds))
      limit(RLIMIT_FSIZE, 0)
    #endif
  }
}
