// SPDX-License-Identifier: Apache-2.0

/// A value that holds what nobody may see: printing it, logging it and dumping it say nothing of it.
protocol Concealed: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Concealed {
  public var description: String { "\(Self.self), not shown" }
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` shows no values.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
