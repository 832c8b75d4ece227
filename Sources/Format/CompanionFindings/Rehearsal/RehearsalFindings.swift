// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings of `passc rehearse`: everything in a web service that does not work for a phone.
///
/// This module contains no network code, so passc can explain these findings without it.
package enum RehearsalFindings {
  static let endpoints = Basis.documented("Wallet Passes: Adding a web service to update passes")
  static let archived = Basis.documented("PassKit Web Service Reference (2015)")
  static let device = Basis.observed("behaviour of Wallet's daemon, iOS 16 to 18")
  static let field = Basis.observed("public web services and their issue threads, 2012 to 2026")
  static let push = Basis.documented("User Notifications: Sending notification requests to APNs")
  static let careful = Basis.convention("practice that keeps updates from being lost or leaked")

  package static let all =
    registering + listing + getting + logging + addressing + changing + pushing + personalizing
    + securing
}
