// SPDX-License-Identifier: Apache-2.0

import CZip

/// A decompressor of entries that uses libzip, which also verifies their checksums.
///
/// libzip never reads the untrusted headers. `InflaterFrame` puts new headers around the packed
/// pieces, for exactly the entries that `ArchiveScan` found in the directory.
struct Inflater {
  /// Packed bytes with the size and checksum in the directory.
  struct Piece {
    let packed: Range<Int>
    let size: Int
    let crc32: UInt32
  }

  enum Outcome {
    case whole([UInt8])
    /// The bytes before the error, and the error in words.
    case damaged([UInt8], String)
    /// A decompression bomb, in words. The pieces after it are not unpacked.
    case rejected(String)
    case skipped
  }

  /// The number of unpacked bytes over which the ratio is measured. It is long because an ordinary
  /// file may begin or end with many equal bytes.
  static let stretchInBytes = 8 << 20
  /// The number of packed bytes that libzip reads ahead.
  static let readAheadInBytes = 8 << 10

  /// Unpacks the pieces of `bytes`. For each piece it reads at most one byte more than its stated
  /// size.
  ///
  /// - Parameter ratio: the most bytes that one packed byte may unpack to in any stretch of 8 MiB.
  ///   It is set if the pieces are large together. A piece that unpacks to more than its stated
  ///   size then stops everything.
  static func inflate(_ pieces: [Piece], of bytes: [UInt8], ratio: Int? = nil) -> [Outcome] {
    if pieces.isEmpty { return [] }
    return bytes.withUnsafeBytes { bytes in
      let frame = InflaterFrame(pieces, of: bytes)
      return withExtendedLifetime(frame) {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let source = frame.makeSource(&error) else { return failures(pieces, &error) }
        guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
          zip_source_free(source)
          return failures(pieces, &error)
        }
        // Nothing was changed, so nothing is written. The call also frees the source.
        defer { zip_discard(archive) }
        var isStopped = false
        return pieces.indices.map { index in
          if isStopped { return .skipped }
          let outcome = read(archive, UInt64(index), pieces[index], frame, ratio)
          if case .rejected = outcome { isStopped = true }
          return outcome
        }
      }
    }
  }

  private static func failures(_ pieces: [Piece], _ error: inout zip_error_t) -> [Outcome] {
    let reason = String(cString: zip_error_strerror(&error)).lowercased()
    return pieces.map { _ in .damaged([], reason) }
  }

  private static func read(
    _ archive: OpaquePointer, _ index: UInt64, _ piece: Piece, _ frame: InflaterFrame, _ ratio: Int?
  ) -> Outcome {
    guard let file = zip_fopen_index(archive, index, 0) else {
      return .damaged([], String(cString: zip_strerror(archive)))
    }
    defer { zip_fclose(file) }
    // Deflate makes incompressible data only slightly larger.
    if ratio != nil, piece.packed.count > piece.size + piece.size / 8 + (64 << 10) {
      return .rejected("is \(piece.packed.count) bytes packed and \(piece.size) unpacked")
    }
    var fault: String?
    var bomb: String?
    // The start of the stretch, in unpacked bytes and in packed bytes read for them.
    var stretch = (out: 0, packed: frame.bytesRead)
    // One byte more than the stated size: if it is filled, the stated size is too small. Deflate
    // unpacks one byte to at most 1032, so a stated size that is too large does not reserve more
    // memory either.
    let room = min(piece.size, 1040 * (piece.packed.count + 1)) + 1
    var bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      // Newer libzip headers declare the buffer as nonnull, older ones do not. Unwrapping the base
      // address compiles with both.
      while count < room, let base = buffer.baseAddress {
        let outcome = zip_fread(file, base + count, UInt64(min(room - count, 256 << 10)))
        if outcome < 0 { fault = String(cString: zip_file_strerror(file)).lowercased() }
        if outcome <= 0 { break }
        count += Int(outcome)
        if let ratio, count - stretch.out >= stretchInBytes {
          let packed = frame.bytesRead - stretch.packed + readAheadInBytes
          if packed < (count - stretch.out) / ratio {
            bomb =
              "unpacks at most \(packed) bytes to \(count - stretch.out) on its way, the limit "
              + "ratio is \(ratio)"
            break
          }
          stretch = (count, frame.bytesRead)
        }
      }
    }
    if let bomb { return .rejected(bomb) }
    if bytes.count > piece.size {
      let reason = "more than \(piece.size) bytes come out"
      if ratio != nil {
        return .rejected("has \(piece.size) bytes in the directory and unpacks to more")
      }
      bytes.removeLast(bytes.count - piece.size)
      return .damaged(bytes, reason)
    }
    if let fault { return .damaged(bytes, fault) }
    if bytes.count < piece.size {
      return .damaged(bytes, "\(bytes.count) bytes come out instead of \(piece.size)")
    }
    // libzip does not verify the checksum if the content is empty.
    if bytes.isEmpty, piece.crc32 != 0 { return .damaged([], "crc error") }
    return .whole(bytes)
  }
}
