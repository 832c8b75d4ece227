// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A value as messages show it, cut when it is long.
package func quoted(_ text: String) -> String { Excerpt.serial.quoted(text) }
