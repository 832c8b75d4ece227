// SPDX-License-Identifier: Apache-2.0

import PassSource

/// Source of an app that adds and replaces its passes.
package enum WalletSource {
  /// The pass types an app handles, and everything around them.
  package static func text(passTypes: [String]) -> String {
    let list = passTypes.map { "    \(SwiftText.literal($0))," }.joined(separator: "\n")
    return """
      // Made by passc app swift; yours to change.

      import Foundation
      import PassKit
      import SwiftUI

      #if canImport(UIKit)
        import UIKit
      #endif
      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #endif

      /// The pass types of this app, as in its entitlements.
      public enum PassTypes {
        public static let all = [
      \(list)
        ]
      }

      """ + rest
  }

  // long: one source file as it is written out; cut up nobody could read it.
  private static let rest = #"""

    /// What became of a pass that was brought to the library.
    public enum PassChange: Sendable, Equatable {
      case added
      case replaced
      case unchanged
      /// It is not in the library: add it with the sheet, from what a person does.
      case notInLibrary
      case refused(String)
    }

    /// Downloads passes and puts new versions into the library.
    public struct PassUpdates: Sendable {
      /// The address of the web service, as webServiceURL in the pass.
      public let service: URL
      /// Where the time of the last change is kept, by pass.
      public let lastModified: @Sendable (_ passType: String, _ serial: String) -> String?
      /// Keeps it.
      public let keep: @Sendable (_ time: String, _ passType: String, _ serial: String) -> Void

      public init(
        service: URL, lastModified: @escaping @Sendable (String, String) -> String?,
        keep: @escaping @Sendable (String, String, String) -> Void
      ) {
        self.service = service
        self.lastModified = lastModified
        self.keep = keep
      }

      /// The question for one pass; the answer is 304 where nothing has changed.
      public func request(passType: String, serial: String, token: String) -> URLRequest {
        let address =
          service.appendingPathComponent("v1").appendingPathComponent("passes")
          .appendingPathComponent(passType).appendingPathComponent(serial)
        var request = URLRequest(url: address)
        request.setValue("ApplePass \(token)", forHTTPHeaderField: "Authorization")
        if let time = lastModified(passType, serial) {
          request.setValue(time, forHTTPHeaderField: "If-Modified-Since")
        }
        return request
      }

      /// Brings one pass up to date: downloads it where it has changed, and replaces it where it is.
      ///
      /// - Parameter load: the session's own call, or a test's: the body, the status and the header
      ///   Last-Modified.
      public func update(
        passType: String, serial: String, token: String,
        load: @Sendable (URLRequest) async throws -> (data: Data, status: Int, lastModified: String?)
      ) async -> PassChange {
        do {
          let answer = try await load(request(passType: passType, serial: serial, token: token))
          switch answer.status {
          case 200: break
          case 304: return .unchanged
          case 401: return .refused("The token of the pass is not accepted.")
          default: return .refused("The service answered \(answer.status).")
          }
          let change = Self.bring(answer.data)
          if change == .replaced, let time = answer.lastModified { keep(time, passType, serial) }
          return change
        } catch {
          return .refused(error.localizedDescription)
        }
      }

      /// Replaces the pass of a bundle where the library has it.
      public static func bring(_ bundle: Data) -> PassChange {
        guard PKPassLibrary.isPassLibraryAvailable() else {
          return .refused("This device has no library of passes.")
        }
        do {
          let pass = try PKPass(data: bundle)
          let library = PKPassLibrary()
          guard library.containsPass(pass) else { return .notInLibrary }
          let mine = library.passes().first {
            $0.passTypeIdentifier == pass.passTypeIdentifier && $0.serialNumber == pass.serialNumber
          }
          // A pass that the app may not read is not listed, and cannot be replaced.
          guard mine != nil else {
            return .refused("The entitlement for \(pass.passTypeIdentifier) is missing.")
          }
          return library.replacePass(with: pass)
            ? .replaced : .refused("The library did not take the pass.")
        } catch {
          return .refused(reason(of: error))
        }
      }

      /// Why a bundle is no pass, in words.
      public static func reason(of error: any Error) -> String {
        guard let error = error as? PKPassKitError else { return error.localizedDescription }
        switch error.code {
        case .invalidDataError: return "The pass is broken: passc check says where."
        case .unsupportedVersionError: return "The pass has a version this system does not know."
        case .invalidSignature: return "The signature of the pass is not accepted."
        case .notEntitledError: return "The app lacks the entitlement for passes of this type."
        default: return error.localizedDescription
        }
      }
    }

    #if !os(macOS) && !os(watchOS)
      /// The button that adds passes, and how it ended.
      @available(iOS 16.0, *)
      public struct AddPassesView: View {
        private let passes: [PKPass]
        private let added: @MainActor @Sendable (Bool) -> Void

        public init(_ passes: [PKPass], added: @escaping @MainActor @Sendable (Bool) -> Void) {
          self.passes = passes
          self.added = added
        }

        public var body: some View {
          AddPassToWalletButton(
            passes, onCompletion: { isAdded in Task { @MainActor in added(isAdded) } },
            fallback: { Text("Passes cannot be added on this device.") }
          )
          .addPassToWalletButtonStyle(.black)
          .frame(height: 48)
        }
      }

      /// The sheet that adds passes, for UIKit.
      @MainActor
      public enum AddPassesSheet {
        /// Presents the sheet.
        ///
        /// - Returns: why it cannot be shown; nil when it is.
        public static func present(
          _ passes: [PKPass], delegate: any PKAddPassesViewControllerDelegate,
          from controller: UIViewController
        ) -> String? {
          guard PKAddPassesViewController.canAddPasses() else {
            return "Passes cannot be added on this device."
          }
          guard let sheet = PKAddPassesViewController(passes: passes) else {
            return "There is no pass to add."
          }
          sheet.delegate = delegate
          controller.present(sheet, animated: true)
          return nil
        }

        /// Adds several passes at once; where people want to look first, the sheet follows.
        public static func add(
          _ passes: [PKPass], review: @escaping @MainActor @Sendable () -> Void,
          ended: @escaping @MainActor @Sendable (PassChange) -> Void
        ) {
          // Called on any queue.
          PKPassLibrary().addPasses(passes) { status in
            Task { @MainActor in
              switch status {
              case .didAddPasses: ended(.added)
              case .shouldReviewPasses: review()
              case .didCancelAddPasses: ended(.notInLibrary)
              @unknown default: ended(.refused("The library gave an unknown answer."))
              }
            }
          }
        }
      }
    #endif

    """#
}
