// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassTesting
import Testing

@testable import PassKeys

/// Tests of signing programs that fail, and of later signatures.
@Suite(.timeLimit(.minutes(15)))
struct SigningProgramTests {
  /// Returns a program that responds with nonsense after its first start, and with signatures
  /// later.
  private static func program(
    _ folder: TemporaryFolder, _ change: (inout SigningProgram.Settings) -> Void
  ) -> SigningProgram {
    let mark = folder("started")
    var settings = SigningProgram.Settings()
    settings.restarts = true
    change(&settings)
    return SigningProgram(
      """
      if [ -e '\(mark)' ]; then
        while read -r line; do
          line=${line#*'"id":'}
          printf '{"id":%s,"signature":"AQID"}\\n' "${line%%,*}"
        done
      else
        : >'\(mark)'
        read -r line
        echo nonsense
      fi
      """, settings)
  }

  private static let hash = [UInt8](repeating: 7, count: 32)

  private static func signature(_ program: SigningProgram) -> Result<[UInt8], CryptoError> {
    do throws(CryptoError) {
      return .success(try program.sign(hash, .rsaPKCS1SHA256))
    } catch {
      return .failure(error)
    }
  }

  @Test func startsAFailedProgramAnewAfterARest() throws {
    let folder = try TemporaryFolder()
    let program = Self.program(folder) { $0.firstRest = 0.01 }
    #expect(throws: CryptoError.self) { try Self.signature(program).get() }
    MonotonicTime.sleep(nanoseconds: 20_000_000)
    #expect(try Self.signature(program).get() == [1, 2, 3])
    #expect(try Self.signature(program).get() == [1, 2, 3])
  }

  /// A signing program must not inherit files and sockets of this process.
  @Test func itGetsNoDescriptorButItsStreams() throws {
    let folder = try TemporaryFolder()
    let list = folder("descriptors")
    let open = open("/dev/null", O_RDONLY)
    defer { close(open) }
    #expect(open > 2)
    let program = SigningProgram(
      "ls /proc/$$/fd >'\(list)'; read -r line; echo '{\"id\":1,\"signature\":\"AQID\"}'",
      SigningProgram.Settings())
    _ = Self.signature(program)
    let found = String(decoding: try Disk.read(list), as: UTF8.self).split(separator: "\n")
    #expect(found.contains("0") && found.contains("1") && found.contains("2"), "\(found)")
    #expect(!found.contains("\(open)"), "\(found)")
  }

  @Test func leavesItAloneWhileItRests() throws {
    let folder = try TemporaryFolder()
    let program = Self.program(folder) { $0.firstRest = 3_600 }
    for _ in 0..<3 {
      #expect(throws: CryptoError.self) { try Self.signature(program).get() }
    }
  }

  @Test func asksAFailedProgramNothingMoreInARun() throws {
    let folder = try TemporaryFolder()
    let program = Self.program(folder) { settings in
      settings.restarts = false
      settings.firstRest = 0
    }
    for _ in 0..<3 {
      #expect(throws: CryptoError.self) { try Self.signature(program).get() }
    }
  }

  /// Each delay has 25 % jitter, so 0.2 s is still longer than 0.1 s.
  @Test func waitsTwiceAsLongEachTimeUpToALimitAndGivesUp() throws {
    let folder = try TemporaryFolder()
    var settings = SigningProgram.Settings()
    settings.pauses.first = 0.1
    settings.pauses.maxPause = 0.4
    settings.pauses.tries = 6
    let program = SigningProgram(
      """
      while read -r line; do
        date +%s.%N >>'\(folder("asked"))'
        line=${line#*'"id":'}
        printf '{"id":%s,"error":"busy","retry":true}\\n' "${line%%,*}"
      done
      """, settings)
    let outcome = Self.signature(program)
    guard case .failure(let error) = outcome else {
      Issue.record("a busy program signed")
      return
    }
    #expect("\(error)".contains("could not sign in 6 tries: \"busy\""))
    let asked = String(decoding: try Disk.read(folder("asked")), as: UTF8.self)
      .split(separator: "\n").compactMap { Double($0) }
    let pauses = zip(asked.dropFirst(), asked).map { $0 - $1 }
    let expected = [0.1, 0.2, 0.4, 0.4, 0.4]
    #expect(pauses.count == expected.count)
    for (pause, wanted) in zip(pauses, expected) {
      // No shorter than the jitter allows. The machine may add time, but seconds would mean another
      // delay.
      #expect(pause > wanted * 0.74 && pause < wanted * 1.25 + 2, "\(pauses)")
    }
  }
}
