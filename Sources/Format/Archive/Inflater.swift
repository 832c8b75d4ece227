// SPDX-License-Identifier: Apache-2.0

import CZip

/// Inflates entries through libzip, which also checks their sums.
///
/// libzip never sees the stranger's headers: the packed pieces are framed anew, as an archive that
/// lists exactly what our own scan of the directory found (`InflaterFrame`).
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
    /// A bomb, in words; nothing behind it is unpacked.
    case refused(String)
    case skipped
  }

  /// How much has to come out of how little for a bomb: a whole stretch, since a file may well
  /// begin or end with a few equal bytes.
  static let stretchInBytes = 8 << 20
  /// libzip reads the packed bytes that far ahead.
  private static let readAheadInBytes = 8 << 10

  /// Unpacks the pieces of `bytes`, of none more than one byte beyond the size it states.
  ///
  /// - Parameter ratio: how many bytes one packed byte may become in any stretch of 8 MiB, and a
  ///   sign that the pieces together are large: one that holds more than it says stops it all.
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
        // Nothing was changed, so nothing is written; this also frees the source.
        defer { zip_discard(archive) }
        var isStopped = false
        return pieces.indices.map { index in
          if isStopped { return .skipped }
          let outcome = read(archive, UInt64(index), pieces[index], frame, ratio)
          if case .refused = outcome { isStopped = true }
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
    // Nothing that is packed grows by more than a little.
    if ratio != nil, piece.packed.count > piece.size + piece.size / 8 + (64 << 10) {
      return .refused("is \(piece.packed.count) bytes packed and \(piece.size) unpacked")
    }
    var fault: String?
    var bomb: String?
    // Where the stretch begins, in what comes out and in what was read for it.
    var stretch = (out: 0, packed: frame.bytesRead)
    // One byte of room more than the size: whoever fills it has lied about the size. Deflate makes
    // at most 1032 bytes of one, so that a lie in the other direction costs no memory either.
    let room = min(piece.size, 1040 * (piece.packed.count + 1)) + 1
    var bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      // Newer headers say that there has to be room; older ones say nothing.
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
    if let bomb { return .refused(bomb) }
    if bytes.count > piece.size {
      let reason = "more than \(piece.size) bytes come out"
      if ratio != nil {
        return .refused("has \(piece.size) bytes in the directory and unpacks to more")
      }
      bytes.removeLast(bytes.count - piece.size)
      return .damaged(bytes, reason)
    }
    if let fault { return .damaged(bytes, fault) }
    if bytes.count < piece.size {
      return .damaged(bytes, "\(bytes.count) bytes come out instead of \(piece.size)")
    }
    // libzip checks no sum when nothing comes out at all.
    if bytes.isEmpty, piece.crc32 != 0 { return .damaged([], "crc error") }
    return .whole(bytes)
  }
}
