// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
//
// The part of UIKit that generated Swift uses, from Apple's documentation. It only checks our
// reading of it.

import Foundation

@MainActor open class UIResponder: NSObject {
  nonisolated public override init() { super.init() }
}

@MainActor open class UIViewController: UIResponder {
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {}
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor open class UIApplication: UIResponder {}

public enum UIBackgroundFetchResult: UInt, Sendable {
  case newData, noData, failed
}
