// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Returns a value in quotes for messages, shortened if it is long.
package func quoted(_ text: String) -> String { Excerpt.serial.quoted(text) }
