// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// librsvg with its cairo, opened at run time. Only the child process that draws an SVG uses it.
///
/// cairo comes from the same library file as in librsvg, because passc-preview may contain another
/// copy.
struct SVGLibrary {
  /// The pixels of an SVG in cairo's format.
  struct Drawing {
    let width: Int
    let height: Int
    let words: [UInt32]
  }

  /// The reason why an SVG cannot be drawn.
  enum SVGError: Error {
    case missing
    case broken(String)
  }

  private typealias Pointer = UnsafeMutableRawPointer
  private typealias OpenHandle =
    @convention(c) (UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<Pointer?>) -> Pointer?
  private typealias IntrinsicSize =
    @convention(c) (Pointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Int32
  private typealias IntrinsicDimensions =
    @convention(c) (
      Pointer, UnsafeMutablePointer<Int32>, Pointer, UnsafeMutablePointer<Int32>, Pointer,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Double>
    ) -> Void
  private typealias Render =
    @convention(c) (
      Pointer, Pointer, UnsafePointer<Double>, UnsafeMutablePointer<Pointer?>
    ) -> Int32
  private typealias MakeSurface = @convention(c) (Int32, Int32, Int32) -> Pointer?
  private typealias Convert = @convention(c) (Pointer) -> Pointer?
  private typealias Act = @convention(c) (Pointer) -> Void
  private typealias Number = @convention(c) (Pointer) -> Int32

  private let open: OpenHandle
  private let intrinsicSize: IntrinsicSize
  private let intrinsicDimensions: IntrinsicDimensions
  private let render: Render
  private let makeSurface: MakeSurface
  private let makeContext: Convert
  private let flush: Act
  private let surfaceData: Convert
  private let stride: Number
  private let status: Number

  /// Opens the libraries. Throws if librsvg is not installed.
  init() throws(SVGError) {
    #if canImport(Darwin)
      let names = (
        Self.homebrewPaths("librsvg-2.2.dylib"), Self.homebrewPaths("libcairo.2.dylib")
      )
    #else
      let names = (["librsvg-2.so.2"], ["libcairo.so.2"])
    #endif
    guard let svg = Self.library(names.0), let cairo = Self.library(names.1) else { throw .missing }
    open = try Self.function("rsvg_handle_new_from_data", svg)
    intrinsicSize = try Self.function("rsvg_handle_get_intrinsic_size_in_pixels", svg)
    intrinsicDimensions = try Self.function("rsvg_handle_get_intrinsic_dimensions", svg)
    render = try Self.function("rsvg_handle_render_document", svg)
    makeSurface = try Self.function("cairo_image_surface_create", cairo)
    makeContext = try Self.function("cairo_create", cairo)
    flush = try Self.function("cairo_surface_flush", cairo)
    surfaceData = try Self.function("cairo_image_surface_get_data", cairo)
    stride = try Self.function("cairo_image_surface_get_stride", cairo)
    status = try Self.function("cairo_status", cairo)
  }

  #if canImport(Darwin)
    private static func homebrewPaths(_ name: String) -> [String] {
      [name, "/opt/homebrew/lib/" + name, "/usr/local/lib/" + name]
    }
  #endif

  private static func library(_ names: [String]) -> Pointer? {
    names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first
  }

  private static func function<Function>(
    _ name: String, _ library: Pointer
  ) throws(SVGError) -> Function {
    // A library older than 2.52 lacks some of the functions.
    guard let address = dlsym(library, name) else { throw .missing }
    return unsafeBitCast(address, to: Function.self)
  }

  /// Draws an SVG so that its longer side has a number of pixels. No memory is freed, because the
  /// process ends after the drawing.
  func draw(_ bytes: [UInt8], longSide: Int) throws(SVGError) -> Drawing {
    var error: Pointer?
    guard let handle = open(bytes, UInt(bytes.count), &error) else {
      throw .broken(Self.message(error) ?? "it is not an SVG")
    }
    let size = size(of: handle)
    let factor = Double(longSide) / max(size.width, size.height)
    func side(_ length: Double) -> Int { max(1, Int((length * factor).rounded())) }
    let (width, height) = (side(size.width), side(size.height))
    // Format 0 is CAIRO_FORMAT_ARGB32.
    guard let surface = makeSurface(0, Int32(width), Int32(height)),
      let context = makeContext(surface), status(context) == 0
    else { throw .broken("not enough memory") }
    let viewport = [0, 0, Double(width), Double(height)]
    guard render(handle, context, viewport, &error) != 0 else {
      throw .broken(Self.message(error) ?? "librsvg cannot draw it")
    }
    flush(surface)
    guard status(context) == 0, let data = surfaceData(surface) else {
      throw .broken("not enough memory")
    }
    let rowLength = Int(stride(surface))
    var words: [UInt32] = []
    words.reserveCapacity(width * height)
    for y in 0..<height {
      let row = (data + y * rowLength).assumingMemoryBound(to: UInt32.self)
      words += UnsafeBufferPointer(start: row, count: width)
    }
    return Drawing(width: width, height: height, words: words)
  }

  /// Returns the width and height, in any unit. A file without them is drawn as a square.
  private func size(of handle: Pointer) -> (width: Double, height: Double) {
    var (width, height) = (0.0, 0.0)
    func isUsable(_ width: Double, _ height: Double) -> Bool {
      width.isFinite && height.isFinite && width > 0 && height > 0
        && max(width, height) / min(width, height) <= 2000
    }
    if intrinsicSize(handle, &width, &height) != 0, isUsable(width, height) {
      return (width, height)
    }
    var (hasWidth, hasHeight, hasBox) = (Int32(0), Int32(0), Int32(0))
    // Each length is a double and a unit. They are not used.
    var lengths = [Double](repeating: 0, count: 4)
    var box = [Double](repeating: 0, count: 4)
    lengths.withUnsafeMutableBytes { lengths in
      guard let first = lengths.baseAddress else { return }
      intrinsicDimensions(handle, &hasWidth, first, &hasHeight, first + 16, &hasBox, &box)
    }
    return hasBox != 0 && isUsable(box[2], box[3]) ? (box[2], box[3]) : (1, 1)
  }

  /// Returns the text of a GError: a domain, a code, and the pointer to the message.
  private static func message(_ error: Pointer?) -> String? {
    error?.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
  }
}
