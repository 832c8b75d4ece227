// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

@testable import PassService

struct PicturePressTests {
  /// Two requests draw the same image at once, and the second image is smaller. The cache must not
  /// count bytes that it does not have: it would then keep nothing more.
  @Test(.timeLimit(.minutes(1)))
  func countsAnImageOnceThatTwoRequestsDraw() async throws {
    // Draws 100 bytes, or 10 if another one draws at the same time. The larger one ends first.
    let folder = try TemporaryFolder([
      "draw": """
      #!/bin/sh
      cd "$(dirname "$0")" || exit 1
      echo x >>calls
      n=100
      if [ ! -e alone ]; then
        if mkdir first 2>/dev/null; then
          while [ ! -e second ]; do sleep 0.01; done
        else
          n=10
          mkdir second
          while [ ! -e done ]; do sleep 0.01; done
        fi
      fi
      printf "%0${n}d" 0 >"$3"
      """
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder("draw"))
    let recipe = PreviewCache(program: folder("draw"), limitInBytes: 150)
    let key = PreviewCache.Key(digest: [1], modified: 0, language: "en", day: 0)
    let other = PreviewCache.Key(digest: [2], modified: 0, language: "en", day: 0)
    let sizes = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 1...2 { group.addTask { await recipe.picture(of: [1], key)?.count } }
      var sizes: [Int?] = []
      for try await size in group {
        sizes.append(size)
        // The first one is in the cache now, and the second may end.
        try folder.add("done", [])
      }
      return sizes
    }
    #expect(sizes == [100, 10])
    try folder.add("alone", [])
    for _ in 1...3 { #expect(await recipe.picture(of: [2], other)?.count == 100) }
    let calls = try Disk.read(folder("calls")).count / 2
    #expect(calls == 3, "the image was drawn again")
  }
}
