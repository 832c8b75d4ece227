// SPDX-License-Identifier: Apache-2.0

/// Returns a number with its noun, such as `1 byte` or `3 bytes`.
package func counted(_ number: Int, _ noun: String) -> String {
  number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
}
