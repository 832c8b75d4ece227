// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

struct FilePathTests {
  @Test(arguments: [
    ("a/./b/../c", "a/c"), ("", "."), ("/", "/"), ("//a//", "/a"), ("/../a", "/a"),
    ("../a", "../a"), ("a/../..", ".."), ("a/..", "."), ("../../a/../b", "../../b"),
    ("./a b/c", "a b/c"), ("a/\u{301}b/../c", "a/c"), ("...", "..."),
  ])
  func normalisesWithoutTheDisk(_ path: String, _ expected: String) {
    #expect(FilePath.normalised(path) == expected)
  }

  @Test(arguments: [
    ("a/b", "a", "b"), ("a", ".", "a"), ("/a", "/", "a"), ("a/b/", "a", "b"), ("/", "/", "/"),
    ("a//b", "a", "b"), ("", ".", ""), ("x/\u{301}y", "x", "\u{301}y"),
  ])
  func takesApart(_ path: String, _ parent: String, _ last: String) {
    #expect(FilePath.parent(path) == parent)
    #expect(FilePath.lastComponent(path) == last)
  }

  @Test(arguments: [
    ("a", "b", "a/b"), ("a/", "b", "a/b"), (".", "b", "b"), ("", "b", "b"), ("a", "/b", "/b"),
    ("/", "b", "/b"), ("a", "", "a"),
  ])
  func joins(_ folder: String, _ path: String, _ expected: String) {
    #expect(FilePath.join(folder, path) == expected)
  }

  @Test(arguments: [
    ("a/gym.pass", "gym", "pass"), ("a.tar.gz", "a.tar", "gz"), (".DS_Store", ".DS_Store", ""),
    ("a.b/c", "c", ""), ("gym.pass/", "gym", "pass"), ("a.", "a", ""), ("..", "..", ""),
  ])
  func findsTheExtension(_ path: String, _ stem: String, _ expected: String) {
    #expect(FilePath.extension(path) == expected)
    #expect(FilePath.stem(path) == stem)
  }

  @Test(
    arguments: [
      ("a/b", "a", "b"), ("a", "a", "."), ("ab", "a", nil), ("a/../b", "a", nil),
      ("x/y", ".", "x/y"), ("../x", ".", nil), ("/a/b/c", "/a", "b/c"), ("/a", "a", nil),
      ("e\u{301}/b", "\u{E9}", nil), ("..", "..", "."), ("../a", "..", "a"), ("../..", "..", nil),
    ] as [(String, String, String?)])
  func knowsWhatLiesInside(_ path: String, _ root: String, _ expected: String?) {
    #expect(FilePath.relative(path, to: root) == expected)
    #expect(FilePath.isInside(path, root) == (expected != nil))
  }
}
