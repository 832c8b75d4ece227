// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassRegistry

/// Tests of the printed address of a database, which must not have the password.
struct PostgresAddressTests {
  @Test(arguments: [
    (
      "postgres://ada:s3cret@db.example.com:5433/passes",
      "postgres://ada@db.example.com:5433/passes"
    ),
    ("postgresql://ada@db/passes?password=s3cret&sslmode=require", "postgres://ada@db/passes"),
    ("postgres://ada:s3cret@one:5432,two:5432/passes", "postgres://ada@one,two:5432,5432/passes"),
    (
      "postgres:///passes?host=/run/postgresql&user=ada",
      "postgres://ada@/passes?host=/run/postgresql"
    ),
    ("postgres://a:%73%33cret@h/d?sslpassword=s3cret", "postgres://a@h/d"),
  ])
  func showsNoPassword(_ uri: String, _ shown: String) throws {
    #expect(try PostgresAddress(uri).description == shown)
  }

  /// libpq repeats the part that it cannot read, so its message is not used.
  @Test(arguments: [
    "postgres://ada:s3cret@[db/passes", "postgres://ada:s3cret%zz@db/passes",
    "postgres://ada:s3cret@db/passes?nothing=s3cret", "postgres://ada:s3cret@db/pas\u{0}ses",
  ])
  func saysNothingOfWhatItCannotRead(_ uri: String) {
    #expect {
      _ = try PostgresAddress(uri)
    } throws: { error in
      (error as? StoreError).map { !$0.description.contains("s3cret") } ?? false
    }
  }

  @Test func asksForAServerThatTakesWrites() throws {
    func value(_ keyword: String, _ uri: String) throws -> String? {
      try PostgresAddress(uri).parameters.last { $0.keyword == keyword }?.value
    }
    #expect(try value("target_session_attrs", "postgres://a@h/d") == "read-write")
    let chosen = "postgres://a@h/d?target_session_attrs=any&connect_timeout=9"
    #expect(try value("target_session_attrs", chosen) == "any")
    #expect(try value("connect_timeout", chosen) == "9")
  }

  @Test func tellsAnAddressFromAPath() {
    #expect(PostgresAddress.isMeant(by: "postgresql://h/d"))
    #expect(!PostgresAddress.isMeant(by: "postgres.sqlite"))
    #expect(!PostgresAddress.isMeant(by: "./postgres:/x"))
  }

  @Test func keepsEveryCharacterOfAText() {
    for text in ["", "A", "A\u{0}B", "\u{1}0", "\u{0}\u{1}", "ä\u{1}"] {
      let decoded = PostgresText.encoded(text).withUnsafeBufferPointer(PostgresText.decoded)
      #expect(decoded.utf8.elementsEqual(text.utf8))
      #expect(!PostgresText.encoded(text).contains(0))
    }
  }
}
