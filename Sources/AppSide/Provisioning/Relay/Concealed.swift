// SPDX-License-Identifier: Apache-2.0

/// A value with secrets. Its descriptions and its mirror do not show them, so they cannot get into
/// logs.
protocol Concealed: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Concealed {
  public var description: String { "\(Self.self), not shown" }
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` shows no values.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
