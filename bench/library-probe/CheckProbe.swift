// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck

/// The bundles of a folder, in memory.
struct CheckProbe {
  let bundles: [(name: String, bytes: [UInt8])]

  init(folder: String) throws {
    bundles = try Disk.list(folder).filter { $0.name.hasSuffix(".pkpass") }.map {
      ($0.name, try Disk.read("\(folder)/\($0.name)"))
    }
  }

  func check(rounds: Int, tasks: Int) async throws {
    let next = Counter()
    let total = bundles.count * rounds
    let cost = Cost()
    let errors = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          let checker = Checker(at: 1_790_000_000)
          var errors = 0
          while let number = next.nextNumber(below: total) {
            let bundle = bundles[number % bundles.count]
            let checked = checker.check(bundle.bytes, named: bundle.name)
            errors += checked.findings.count { $0.severity == .error }
          }
          return errors
        }
      }
      return await group.reduce(0, +)
    }
    cost.report("check", count: total, ",\"errors\":\(errors)")
  }
}
