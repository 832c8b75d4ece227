// SPDX-License-Identifier: Apache-2.0

/// A value as messages show it, cut when it is long.
package func quoted(_ text: String) -> String {
  let isShort = text.count <= 40
  return "\"" + (isShort ? text : String(text.prefix(40)) + "…") + "\""
}
