// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

/// Tests that a syntax error is one finding at the place to change, with the way to fix it.
struct JSONErrorTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let place: String
    let message: String
    let help: String
    var testDescription: String { message }

    init(_ text: String, _ place: String, _ message: String, _ help: String) {
      (self.text, self.place, self.message, self.help) = (text, place, message, help)
    }
  }

  private static let commas: [Mistake] = [
    Mistake(
      "{\n  \"a\": 1\n  \"b\": 2\n}", "2:9", #"no comma after the value of "a""#,
      "write a comma at the end of line 2"),
    Mistake(
      #"{"a": 1 "b": 2}"#, "1:8", #"no comma after the value of "a""#, #"write a comma before "b""#),
    Mistake(
      "{\"a\": {\"x\": 1}\n\"b\": 2}", "1:15", #"no comma after the value of "a""#,
      "write a comma at the end of line 1"),
    Mistake("[1 2]", "1:3", "no comma between two values of the list", "write a comma here"),
    Mistake(
      "[1,,2]", "1:4", "two commas without anything between them", "remove one of the commas"),
    Mistake(
      #"{"a": 1; "b": 2}"#, "1:8", "found ';', expected a comma or }",
      "write a comma instead of the semicolon"),
    Mistake(
      #"{"a": "x" "y"}"#, "1:11", #"a second value for "a""#,
      "keep one value, or write a comma and a name before the second"),
    Mistake(
      #"{"a": 48,13}"#, "1:7", "found a comma in the number 48,13", "write 48.13 with a point"),
    Mistake(
      #"{"authenticationToken": 48,13}"#, "1:25", "found a comma in a number",
      "put the value in double quotes"),
  ]

  private static let quotes: [Mistake] = [
    Mistake(
      "{“a”: 1}", "1:2",
      "found “, a typographic quote, expected a member name in double quotes",
      "write straight quotes (\") instead"),
    Mistake(
      "{\"a”: 1,\n \"b\": 2}", "1:4",
      "found ”, a typographic quote, in a string that is not closed",
      "write straight quotes (\") instead"),
    Mistake(
      "{'a': 1}", "1:2", "found ', expected a member name in double quotes",
      #"write "a" in double quotes"#),
    Mistake(
      "{\"a\": 'x y'}", "1:7", "found ', expected a JSON value",
      "put the text in double quotes (\")"),
    Mistake(
      "{a: 1}", "1:2", "found a, expected a member name in double quotes", #"write "a""#),
    Mistake(
      #"{"a": "say "hi" twice"}"#, "1:12", "text after the closing quote of a string",
      #"write \" for a quote in a text"#),
    Mistake(
      "{\"a\": \"x,\n \"b\": 2}", "1:7", "the string that begins here is not closed",
      "write a double quote at the end of the text, before the comma"),
    Mistake(
      "{\"a: 1,\n \"b\": 2}", "1:2", "the string that begins here is not closed",
      "write a double quote after a"),
    Mistake(
      "{\"a\": {\"k\": 1}, {\"k\": 2}}", "1:17",
      "found '{', expected a member name in double quotes",
      "if \"a\" is a list, write [ before its first {"),
    Mistake(
      "{\"a\": {{\"k\": 1}}}", "1:8", "found '{', expected a member name in double quotes",
      "to write a list, replace the { of line 1 with [ and its closing } with ]"),
    Mistake(
      "{\"a\": {{ b }}}", "1:7", "the placeholder is not in double quotes", #"write "{{ b }}""#),
    Mistake(
      "{\"a\": \"b\tc\"}", "1:9", "a tab inside a string", #"write \t for the tab"#),
    Mistake(
      "{\"a\": \"b\nc\"}", "1:9", "a line break inside a string",
      #"write \n for the line break, and the whole string on one line"#),
    Mistake(
      #"{"a": "C:\Wallet"}"#, "1:10", #"\W is not an escape of JSON"#,
      #"write \\W for a backslash, or remove it"#),
  ]

  private static let others: [Mistake] = [
    Mistake("{\"a\": True}", "1:7", "found True, expected a JSON value", "write true"),
    Mistake(
      "{\"a\": None}", "1:7", "found None, expected a JSON value",
      "write null, or leave the member out"),
    Mistake(
      "{\"a\": green}", "1:7", "found green, expected a JSON value",
      "put the text in double quotes"),
    Mistake(
      "{\"authenticationToken\": abcdef}", "1:25",
      "found text without quotes, expected a JSON value",
      "put the text in double quotes"),
    Mistake(
      "{\"authenticationToken\": 0123abc}", "1:25", "the value is not a JSON number",
      "put the value in double quotes"),
    Mistake(#"{"a" 1}"#, "1:5", #"no colon after "a""#, #"write a colon after "a""#),
    Mistake(
      #"{"a" = 1}"#, "1:6", #"found '=' after "a", expected a colon"#, "write a colon instead"),
    Mistake(
      #"{"a": , "b": 1}"#, "1:6", #""a" has no value"#,
      "write a value after the colon, such as \"\""
    ),
    Mistake(
      "{\"a\": 007}", "1:7", "007 is not a JSON number", #"write 7, or "007" to keep it as it is"#),
    Mistake("{\"a\": .5}", "1:7", ".5 is not a JSON number", "write 0.5"),
    Mistake(
      "{\"a\": 2028-12-31T23:59}", "1:7", "2028-12-31T23:59 is not a JSON number",
      "put the value in double quotes"),
    Mistake(
      "{\"a\": 20%}", "1:9", "found '%', expected a comma or }", "put the value in double quotes"),
    Mistake(
      "{}\n{}", "2:1", "a second value after the end of the JSON",
      "keep one value, or put both into one object or list"),
    Mistake(
      "{\n}\n}", "3:1", "found '}', but every bracket is closed already",
      "remove it, or the bracket of line 2 if that is the one too many"),
    Mistake(
      "{\n\"a\": [1, 2\n}", "3:1", "found '}', but the [ of line 2 is still open",
      "write ] before it, or remove it"),
    Mistake(
      "{\"a\": [1,\n \"b\": 2}", "2:5", "found ':' in a list, but the [ of line 1 is still open",
      "close the list with ] before this name, or put the name and its value into { }"),
    Mistake(
      "{\n  \"a\": {\n    \"b\": [1, 2]\n  }\n", "4:4", "the { of line 1 is not closed",
      "write } at the end, or copy the file again if its end is missing"),
    Mistake(
      "{\n  \"a\": {\n    \"b\": 1\n}\n", "4:2", "the { of line 1 is not closed",
      "check the brackets from line 2 to line 4: by their indentation, one is missing there"),
    Mistake(
      "[\"abc", "1:2", "the string that begins here is not closed",
      "write a double quote at the end of the text, or copy the file again if its end is missing"),
  ]

  @Test(arguments: commas + quotes + others)
  func aSyntaxErrorIsOneFindingWithTheWayToFixIt(_ mistake: Mistake) throws {
    let found = read(mistake.text).diagnostics
    try #require(found.count == 1, "\(found.map(\.message))")
    let location = try #require(found[0].location)
    #expect("\(location.line ?? 0):\(location.column ?? 0)" == mistake.place)
    #expect(found[0].message == mistake.message)
    #expect(found[0].help == mistake.help)
  }

  @Test(arguments: ["0", "-0", "+.", "0x", ""])
  func aLongNumberIsNotRepeated(_ start: String) {
    let digits = String(repeating: "1", count: 100_000)
    for text in ["{\"a\": \(start)\(digits)}", "{\"a\": \(start)\(digits),5}"] {
      for found in read(text).diagnostics {
        #expect(found.message.utf8.count < 200 && found.help.utf8.count < 200)
      }
    }
  }

  @Test func aMemberThatOccursTwiceNamesBothPlaces() throws {
    let found = read("{\"a\": 1,\n \"a\": 2}").diagnostics
    #expect(found.map(\.code) == ["json.member.duplicate"])
    let note = try #require(found.first?.notes.first)
    #expect(note.location?.line == 1 && note.message == "the other one")
  }
}
