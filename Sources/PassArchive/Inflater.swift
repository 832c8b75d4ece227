// SPDX-License-Identifier: Apache-2.0

import CZip

/// Inflates entries through libzip, which also checks their sums.
///
/// libzip never sees the stranger's headers: the packed pieces are framed anew, as an archive in
/// memory that lists exactly what our own scan of the directory found.
struct Inflater {
  /// Packed bytes and what the directory says they become.
  struct Piece {
    let packed: Range<Int>
    let size: Int
    let crc32: UInt32
  }

  enum Outcome {
    case whole([UInt8])
    /// What came out before the fault, and the fault in words.
    case damaged([UInt8], String)
  }

  /// Unpacks the pieces of `bytes`, never more of one than its size says.
  static func inflate(_ pieces: [Piece], of bytes: [UInt8]) -> [Outcome] {
    if pieces.isEmpty { return [] }
    // One buffer and not fragments of the original: libzip 1.7 mixes its fragments up when one of
    // them is empty.
    return framed(pieces, of: bytes).withUnsafeBytes { frame in
      var error = zip_error_t()
      zip_error_init(&error)
      defer { zip_error_fini(&error) }
      let source = zip_source_buffer_create(frame.baseAddress, UInt64(frame.count), 0, &error)
      guard let source else { return failures(pieces, &error) }
      guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
        zip_source_free(source)
        return failures(pieces, &error)
      }
      // Nothing was changed, so nothing is written; this also frees the source.
      defer { zip_discard(archive) }
      return pieces.indices.map { read(archive, UInt64($0), pieces[$0]) }
    }
  }

  private static func failures(_ pieces: [Piece], _ error: inout zip_error_t) -> [Outcome] {
    let reason = String(cString: zip_error_strerror(&error)).lowercased()
    return pieces.map { _ in .damaged([], reason) }
  }

  private static func read(_ archive: OpaquePointer, _ index: UInt64, _ piece: Piece) -> Outcome {
    guard let file = zip_fopen_index(archive, index, 0) else {
      return .damaged([], String(cString: zip_strerror(archive)))
    }
    defer { zip_fclose(file) }
    var fault: String?
    // One byte of room more than the size: whoever fills it has lied about the size. Deflate makes
    // at most 1032 bytes of one, so that a lie in the other direction costs no memory either.
    let room = min(piece.size, 1040 * (piece.packed.count + 1)) + 1
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      while count < room {
        let outcome = zip_fread(
          file, buffer.baseAddress.map { $0 + count }, UInt64(min(room - count, 256 << 10)))
        if outcome < 0 { fault = String(cString: zip_file_strerror(file)).lowercased() }
        if outcome <= 0 { break }
        count += Int(outcome)
      }
    }
    if bytes.count > piece.size {
      return .damaged(Array(bytes.prefix(piece.size)), "more than \(piece.size) bytes come out")
    }
    if let fault { return .damaged(bytes, fault) }
    if bytes.count < piece.size {
      return .damaged(bytes, "\(bytes.count) bytes come out instead of \(piece.size)")
    }
    // libzip checks no sum when nothing comes out at all.
    if bytes.isEmpty, piece.crc32 != 0 { return .damaged([], "crc error") }
    return .whole(bytes)
  }

  /// An archive of the pieces alone, as plain as they come; their names are numbers.
  private static func framed(_ pieces: [Piece], of bytes: [UInt8]) -> [UInt8] {
    var contents = ZIPBytes()
    var directory = ZIPBytes()
    contents.bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.packed.count + 128 })
    for (index, piece) in pieces.enumerated() {
      let name = Array(String(index).utf8)
      var shared = ZIPBytes()
      shared.add16(20)  // version needed: 2.0
      shared.add16(0)
      shared.add16(8)  // method: deflated
      shared.add32(0x0021_0000)  // 1980-01-01 00:00:00
      shared.add32(piece.crc32)
      shared.add32(UInt32(truncatingIfNeeded: piece.packed.count))
      shared.add32(UInt32(truncatingIfNeeded: piece.size))
      shared.add16(UInt16(truncatingIfNeeded: name.count))
      shared.add16(0)  // no extra field
      let offset = contents.bytes.count
      contents.add32(ZIPSignature.localHeader)
      contents.bytes += shared.bytes + name
      contents.bytes += bytes[piece.packed]
      directory.add32(ZIPSignature.directoryHeader)
      directory.add16(20)
      directory.bytes += shared.bytes
      directory.bytes += [UInt8](repeating: 0, count: 10)  // comment, disk, attributes
      directory.add32(UInt32(truncatingIfNeeded: offset))
      directory.bytes += name
    }
    let offset = contents.bytes.count
    contents.bytes += directory.bytes
    contents.add32(ZIPSignature.end)
    contents.add32(0)  // disks
    contents.add16(UInt16(truncatingIfNeeded: pieces.count))
    contents.add16(UInt16(truncatingIfNeeded: pieces.count))
    contents.add32(UInt32(truncatingIfNeeded: directory.bytes.count))
    contents.add32(UInt32(truncatingIfNeeded: offset))
    contents.add16(0)
    return contents.bytes
  }
}
