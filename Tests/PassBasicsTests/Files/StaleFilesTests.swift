// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

struct StaleFilesTests {
  @Test func removesOnlyWhatNobodyIsWritingAnyMore() throws {
    let folder = try TemporaryFolder()
    try folder.add([
      ".passc-0123456789abcdef": "half a pass", ".passc-7": "the same", "gym.pkpass": "whole",
      ".passc-notes": "somebody's", ".passc-0123456789abcdef0": "too long for ours",
      ".passc-": "too short", "00/.passc-1": "half a pass", "00/a.pkpass": "whole",
    ])
    try Disk.makeFolders(folder(".passc-ab"))
    let growing = try AtomicFile(folder("b.pkpass"))
    try growing.append([1, 2, 3])
    let names = { (path: String) in Set(try Disk.list(folder(path)).map(\.name)) }
    let growingName = try names("").subtracting([
      ".passc-0123456789abcdef", ".passc-7", "gym.pkpass", ".passc-notes", ".passc-ab",
      ".passc-0123456789abcdef0", ".passc-", "00",
    ])
    #expect(growingName.count == 1)

    #expect(StaleFiles.remove(in: folder.path, andInner: false) == 2)
    #expect(
      try names("")
        == growingName.union([
          "gym.pkpass", ".passc-notes", ".passc-ab", ".passc-0123456789abcdef0", ".passc-", "00",
        ]))
    #expect(try names("00") == [".passc-1", "a.pkpass"])
    #expect(StaleFiles.remove(in: folder.path, andInner: true) == 1)
    #expect(try names("00") == ["a.pkpass"])
    #expect(StaleFiles.remove(in: folder("nowhere"), andInner: true) == 0)

    try growing.commit()
    #expect(try Disk.read(folder("b.pkpass")) == [1, 2, 3])
    #expect(try names("").isDisjoint(with: growingName))
  }
}
