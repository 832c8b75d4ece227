// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Test data in Tests/Fixtures, for several modules.
package enum Fixture {
  /// Returns the content of a file.
  package static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(Program.repository)/Tests/Fixtures/\(name)"))
  }
}
