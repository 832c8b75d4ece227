// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// A value of a payload with the place in the template or row that it comes from.
indirect enum GoogleDraft {
  case scalar(JSONDocument.Kind, String, Origin)
  case array([GoogleDraft])
  case object(GoogleMembers)

  static func text(_ text: String, _ origin: Origin = .none) -> GoogleDraft {
    .scalar(.string, text, origin)
  }

  static func bool(_ value: Bool, _ origin: Origin = .none) -> GoogleDraft {
    .scalar(value ? .true : .false, "", origin)
  }

  static func number(_ spelling: String, _ origin: Origin = .none) -> GoogleDraft {
    .scalar(.number, spelling, origin)
  }

  static func object(_ members: KeyValuePairs<String, GoogleDraft>) -> GoogleDraft {
    .object(GoogleMembers(members))
  }

  func write(to builder: inout JSONBuilder) {
    switch self {
    case .scalar(let kind, let text, let origin): builder.scalar(kind, text, origin: origin)
    case .array(let elements):
      builder.begin(.array, origin: origin)
      for element in elements { element.write(to: &builder) }
      builder.end()
    case .object(let members):
      builder.begin(.object, origin: origin)
      members.write(to: &builder)
      builder.end()
    }
  }

  /// The place of a scalar, or of the first scalar in a container.
  private var origin: Origin {
    switch self {
    case .scalar(_, _, let origin): origin
    case .array(let elements): elements.lazy.map(\.origin).first { $0 != .none } ?? .none
    case .object(let members): members.origin
    }
  }

  fileprivate var ownOrigin: Origin { origin }
}

/// The members of an object of a payload, in the order in which they were added.
struct GoogleMembers {
  private var members: [(name: String, value: GoogleDraft)] = []

  init() {}

  init(_ members: KeyValuePairs<String, GoogleDraft>) {
    self.members = members.map { ($0.key, $0.value) }
  }

  var isEmpty: Bool { members.isEmpty }

  subscript(name: String) -> GoogleDraft? {
    get { members.first { $0.name == name }?.value }
    set {
      if let index = members.firstIndex(where: { $0.name == name }) {
        if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      } else if let newValue {
        members.append((name, newValue))
      }
    }
  }

  fileprivate var origin: Origin {
    members.lazy.map(\.value.ownOrigin).first { $0 != .none } ?? .none
  }

  func write(to builder: inout JSONBuilder) {
    for (name, value) in members {
      builder.key(name, origin: value.ownOrigin)
      value.write(to: &builder)
    }
  }

  /// Returns the members as a document, with a patch applied.
  func document(patch: JSONValue?) -> JSONDocument {
    var builder = JSONBuilder(reserving: 96)
    builder.begin(.object, origin: origin)
    write(to: &builder)
    builder.end()
    let document = builder.document()
    return patch.map { JSONMergePatch.merged(document.root, $0) } ?? document
  }
}
