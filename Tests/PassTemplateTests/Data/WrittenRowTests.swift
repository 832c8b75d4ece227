// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassTemplate

struct WrittenRowTests {
  @Test func keepsAnEmptyCellBehindAColumnThatItLeavesOut() throws {
    let reading = try readData("passc_code,name,serial\nold.code,,7\n")
    let header = try #require(reading.header)
    let row = try #require(reading.rows.first)
    let line = header.written(adding: AddedColumns.rejects, without: AddedColumns.rejects)
    let cells = row.written(under: header, adding: ["new", ""], without: AddedColumns.rejects)
    #expect(String(decoding: line, as: UTF8.self) == "name,serial,passc_code,passc_reason\n")
    #expect(String(decoding: cells, as: UTF8.self) == ",7,new,\n")
  }
}
