// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What a rehearsal complains about: everything a web service can do that a phone would trip over.
///
/// A module of its own: passc explains these findings and links nothing that opens a connection.
package enum RehearsalFindings {
  static let endpoints = Basis.documented("Wallet Passes: Adding a web service to update passes")
  static let archived = Basis.documented("PassKit Web Service Reference (2015)")
  static let device = Basis.observed("what Wallet's daemon does, iOS 16 to 18")
  static let field = Basis.observed("public web services and their issue threads, 2012 to 2026")
  static let push = Basis.documented("User Notifications: Sending notification requests to APNs")
  static let careful = Basis.convention("how updates are kept from being lost or leaked")

  /// Every finding of a rehearsal, for the catalogue.
  package static let all =
    registering + listing + getting + logging + addressing + changing + pushing + personalizing
    + securing
}
