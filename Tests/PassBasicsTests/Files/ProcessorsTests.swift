// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassBasics

struct ProcessorsTests {
  @Test(arguments: [
    ("Name:\tpassc\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2),
    ("Cpus_allowed:\tffffffff,00000001\n", 33), ("Cpus_allowed:\t0\n", nil), ("", nil),
    ("Cpus_allowed_list:\t0-7\n", nil),
  ])
  func countsWhatTheSchedulerAllows(status: String, count: Int?) {
    #expect(Processors.scheduled(inStatus: Array(status.utf8)) == count)
  }

  @Test(arguments: [
    ("max 100000\n", nil), ("200000 100000\n", 2), ("150000 100000\n", 2), ("1000 100000\n", 1),
    ("0 100000\n", nil), ("100000 0\n", nil), ("100000\n", nil), ("", nil),
    ("9223372036854775807 1\n", .max),
  ])
  func takesTheQuotaOfAContainer(text: String, count: Int?) {
    #expect(Processors.quota(inMaximum: Array(text.utf8)) == count)
  }

  @Test func allowsAtLeastOne() {
    #expect(Processors.allowed >= 1)
  }
}
