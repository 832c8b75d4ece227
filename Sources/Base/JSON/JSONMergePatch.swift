// SPDX-License-Identifier: Apache-2.0

/// RFC 7396: null removes, objects are merged, anything else replaces.
///
/// Values keep their origins. A diagnostic about a merged document therefore points to the file
/// with the value.
package enum JSONMergePatch {
  /// Applies `patch` to `base`. Members of `base` keep their order, and new ones follow.
  package static func merged(_ base: JSONValue, _ patch: JSONValue) -> JSONDocument {
    var builder = JSONBuilder(reserving: base.document.nodes.count + patch.document.nodes.count)
    merge(base, patch, into: &builder)
    return builder.document()
  }

  // The nesting limit of the reader bounds the recursion.
  private static func merge(_ base: JSONValue?, _ patch: JSONValue, into out: inout JSONBuilder) {
    guard patch.isObject else { return out.copy(patch) }
    out.begin(.object, origin: patch.origin)
    var patches: [String: JSONValue.Member] = [:]
    for member in patch.members { patches[member.name] = member }
    var done: Set<String> = []
    if let base, base.isObject {
      for member in base.members {
        guard let change = patches[member.name] else {
          out.key(member.name, origin: member.nameOrigin)
          out.copy(member.value)
          continue
        }
        done.insert(member.name)
        if change.value.isNull { continue }
        out.key(member.name, origin: change.nameOrigin)
        merge(member.value, change.value, into: &out)
      }
    }
    for member in patch.members where !done.contains(member.name) && !member.value.isNull {
      out.key(member.name, origin: member.nameOrigin)
      merge(nil, member.value, into: &out)
    }
    out.end()
  }
}
