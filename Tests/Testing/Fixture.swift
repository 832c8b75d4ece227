// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Data under Tests/Fixtures, which tests of several modules read.
package enum Fixture {
  /// What a file holds, by its name.
  package static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(Program.repository)/Tests/Fixtures/\(name)"))
  }
}
