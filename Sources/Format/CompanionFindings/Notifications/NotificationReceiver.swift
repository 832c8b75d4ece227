// SPDX-License-Identifier: Apache-2.0

/// The receiver of a notification: an app, or a pass in Wallet.
package enum NotificationReceiver: String, Sendable, CaseIterable {
  case app, pass
}
