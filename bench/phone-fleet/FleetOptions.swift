// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command-line options.
struct FleetOptions {
  var address = ""
  var passes = ""
  var authority = ""
  var out: String?
  var count = 50
  var port = 0
  var further = 0
  var seconds: Int64 = 60
  var trust: [Certificate] = []

  /// The error for an unknown option or a missing value.
  struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws {
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Wrong(description: "\(name) needs a value") }
      switch name {
      case "--at": address = value
      case "--passes": passes = value
      case "--ca-out": authority = value
      case "--out": out = value
      case "--count": count = Int(value) ?? count
      case "--port": port = Int(value) ?? port
      case "--then": further = Int(value) ?? further
      case "--seconds": seconds = Int64(value) ?? seconds
      case "--trust": trust += CredentialFile.certificates(in: try Disk.read(value))
      default: throw Wrong(description: "\(name) is no option")
      }
    }
    guard !address.isEmpty, !passes.isEmpty, !authority.isEmpty else {
      throw Wrong(description: "--at, --passes and --ca-out are needed")
    }
  }
}

func millisecondsNow() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

/// Prints a line without buffering.
func printLine(_ line: String) {
  print(line)
  fflush(nil)
}

func exitNow(_ status: Int32) -> Never { exit(status) }
