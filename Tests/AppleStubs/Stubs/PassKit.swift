// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
//
// The part of PassKit that generated Swift uses, from Apple's documentation and headers. It only
// checks our reading of them. Members of Objective-C classes are not Sendable there, so they are
// not Sendable here.

import Contacts
import Foundation
import SwiftUI
import UIKit

// MARK: Requests

public struct PKPaymentNetwork: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let amex = Self(rawValue: "amex"), chinaUnionPay = Self(rawValue: "cup")
  public static let discover = Self(rawValue: "discover"), interac = Self(rawValue: "interac")
  public static let masterCard = Self(rawValue: "mc"), privateLabel = Self(rawValue: "pl")
  public static let visa = Self(rawValue: "visa"), JCB = Self(rawValue: "jcb")
  public static let quicPay = Self(rawValue: "qp"), cartesBancaires = Self(rawValue: "cb")
  public static let eftpos = Self(rawValue: "eftpos"), electron = Self(rawValue: "electron")
  public static let maestro = Self(rawValue: "maestro"), vPay = Self(rawValue: "vpay")
  public static let elo = Self(rawValue: "elo"), mada = Self(rawValue: "mada")
  public static let girocard = Self(rawValue: "girocard"), mir = Self(rawValue: "mir")
  public static let dankort = Self(rawValue: "dankort"), bancomat = Self(rawValue: "bancomat")
  public static let bancontact = Self(rawValue: "bancontact"), meeza = Self(rawValue: "meeza")
  public static let bankAxept = Self(rawValue: "bankAxept"), NAPAS = Self(rawValue: "napas")
  public static let himyan = Self(rawValue: "himyan"), jaywan = Self(rawValue: "jaywan")
  public static let myDebit = Self(rawValue: "myDebit")
  public static let postFinance = Self(rawValue: "postFinance")
}

public struct PKMerchantCapability: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let threeDSecure = Self(rawValue: 1), emv = Self(rawValue: 2)
  public static let credit = Self(rawValue: 4), debit = Self(rawValue: 8)
}

public struct PKContactField: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let emailAddress = Self(rawValue: "e"), name = Self(rawValue: "n")
  public static let phoneNumber = Self(rawValue: "p"), phoneticName = Self(rawValue: "f")
  public static let postalAddress = Self(rawValue: "a")
}

public enum PKShippingType: UInt, Sendable { case shipping, delivery, storePickup, servicePickup }
public enum PKShippingContactEditingMode: UInt, Sendable { case available, storePickup }
public enum PKPaymentSummaryItemType: UInt, Sendable { case final, pending }

public final class PKContact: NSObject {
  public var name: PersonNameComponents?
  public var postalAddress: CNPostalAddress?
  public var phoneNumber: CNPhoneNumber?
  public var emailAddress: String?
  public override init() {}
}

open class PKPaymentSummaryItem: NSObject {
  open var label: String
  open var amount: NSDecimalNumber
  open var type = PKPaymentSummaryItemType.final
  public required init(label: String, amount: NSDecimalNumber) {
    self.label = label
    self.amount = amount
  }
  public convenience init(label: String, amount: NSDecimalNumber, type: PKPaymentSummaryItemType) {
    self.init(label: label, amount: amount)
  }
}

public final class PKRecurringPaymentSummaryItem: PKPaymentSummaryItem {
  public var startDate: Date?
  public var endDate: Date?
  public var intervalUnit: NSCalendar.Unit = .month
  public var intervalCount = 1
}

public final class PKDeferredPaymentSummaryItem: PKPaymentSummaryItem {
  public var deferredDate = Date()
}

public final class PKAutomaticReloadPaymentSummaryItem: PKPaymentSummaryItem {
  public var thresholdAmount = NSDecimalNumber.zero
}

public final class PKDateComponentsRange: NSObject {
  public init?(start: DateComponents, end: DateComponents) {}
}

public final class PKShippingMethod: PKPaymentSummaryItem {
  public var identifier: String?
  public var detail: String?
  public var dateComponentsRange: PKDateComponentsRange?
}

public final class PKRecurringPaymentRequest: NSObject {
  public var trialBilling: PKRecurringPaymentSummaryItem?
  public var billingAgreement: String?
  public var tokenNotificationURL: URL?
  public init(
    paymentDescription: String, regularBilling: PKRecurringPaymentSummaryItem, managementURL: URL
  ) {}
}

public final class PKAutomaticReloadPaymentRequest: NSObject {
  public var billingAgreement: String?
  public var tokenNotificationURL: URL?
  public init(
    paymentDescription: String, automaticReloadBilling: PKAutomaticReloadPaymentSummaryItem,
    managementURL: URL
  ) {}
}

public final class PKDeferredPaymentRequest: NSObject {
  public var billingAgreement: String?
  public var tokenNotificationURL: URL?
  public var freeCancellationDate: Date?
  public var freeCancellationDateTimeZone: TimeZone?
  public init(
    paymentDescription: String, deferredBilling: PKDeferredPaymentSummaryItem, managementURL: URL
  ) {}
}

public final class PKPaymentTokenContext: NSObject {
  public init(
    merchantIdentifier: String, externalIdentifier: String, merchantName: String,
    merchantDomain: String?, amount: NSDecimalNumber
  ) {}
}

open class PKPaymentRequest: NSObject {
  open var merchantIdentifier = ""
  open var countryCode = ""
  open var currencyCode = ""
  open var supportedNetworks: [PKPaymentNetwork] = []
  open var merchantCapabilities: PKMerchantCapability = []
  open var paymentSummaryItems: [PKPaymentSummaryItem] = []
  open var requiredBillingContactFields: Set<PKContactField> = []
  open var requiredShippingContactFields: Set<PKContactField> = []
  open var billingContact: PKContact?
  open var shippingContact: PKContact?
  open var shippingType = PKShippingType.shipping
  open var shippingMethods: [PKShippingMethod]?
  open var shippingContactEditingMode = PKShippingContactEditingMode.available
  open var supportedCountries: Set<String>?
  open var applicationData: Data?
  open var supportsCouponCode = false
  open var couponCode: String?
  open var recurringPaymentRequest: PKRecurringPaymentRequest?
  open var automaticReloadPaymentRequest: PKAutomaticReloadPaymentRequest?
  open var deferredPaymentRequest: PKDeferredPaymentRequest?
  open var multiTokenContexts: [PKPaymentTokenContext] = []
  public override init() {}
  open class func paymentCouponCodeInvalidError(localizedDescription: String?) -> any Error {
    fatalError()
  }
  open class func paymentCouponCodeExpiredError(localizedDescription: String?) -> any Error {
    fatalError()
  }
}

// MARK: The sheet

public final class PKPaymentToken: NSObject { public var paymentData = Data() }
public final class PKPaymentMethod: NSObject {}
public final class PKPayment: NSObject { public var token = PKPaymentToken() }

public enum PKPaymentAuthorizationStatus: Int, Sendable { case success, failure }

public final class PKPaymentAuthorizationResult: NSObject {
  public var status: PKPaymentAuthorizationStatus
  public var errors: [any Error]!
  public init(status: PKPaymentAuthorizationStatus, errors: [any Error]?) {
    self.status = status
    self.errors = errors
  }
}

open class PKPaymentRequestUpdate: NSObject {
  open var paymentSummaryItems: [PKPaymentSummaryItem]
  public init(paymentSummaryItems: [PKPaymentSummaryItem]) {
    self.paymentSummaryItems = paymentSummaryItems
  }
}
public final class PKPaymentRequestShippingMethodUpdate: PKPaymentRequestUpdate {}
public final class PKPaymentRequestPaymentMethodUpdate: PKPaymentRequestUpdate {
  public init(errors: [any Error]?, paymentSummaryItems: [PKPaymentSummaryItem]) {
    super.init(paymentSummaryItems: paymentSummaryItems)
  }
}
public final class PKPaymentRequestShippingContactUpdate: PKPaymentRequestUpdate {
  public init(
    errors: [any Error]?, paymentSummaryItems: [PKPaymentSummaryItem],
    shippingMethods: [PKShippingMethod]
  ) { super.init(paymentSummaryItems: paymentSummaryItems) }
}
public final class PKPaymentRequestCouponCodeUpdate: PKPaymentRequestUpdate {
  public init(
    errors: [any Error]?, paymentSummaryItems: [PKPaymentSummaryItem],
    shippingMethods: [PKShippingMethod]
  ) { super.init(paymentSummaryItems: paymentSummaryItems) }
}

public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
  func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController)
  func paymentAuthorizationController(
    _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
    handler completion: @escaping (PKPaymentAuthorizationResult) -> Void)
  func paymentAuthorizationController(
    _ controller: PKPaymentAuthorizationController, didChangeCouponCode couponCode: String,
    handler completion: @escaping (PKPaymentRequestCouponCodeUpdate) -> Void)
  func paymentAuthorizationController(
    _ controller: PKPaymentAuthorizationController, didSelectShippingContact contact: PKContact,
    handler completion: @escaping (PKPaymentRequestShippingContactUpdate) -> Void)
  func paymentAuthorizationController(
    _ controller: PKPaymentAuthorizationController,
    didSelectShippingMethod shippingMethod: PKShippingMethod,
    handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void)
  func paymentAuthorizationController(
    _ controller: PKPaymentAuthorizationController,
    didSelectPaymentMethod paymentMethod: PKPaymentMethod,
    handler completion: @escaping (PKPaymentRequestPaymentMethodUpdate) -> Void)
}

open class PKPaymentAuthorizationController: NSObject {
  open weak var delegate: (any PKPaymentAuthorizationControllerDelegate)?
  public init(paymentRequest request: PKPaymentRequest) {}
  open class func canMakePayments() -> Bool { false }
  open class func canMakePayments(
    usingNetworks supportedNetworks: [PKPaymentNetwork], capabilities: PKMerchantCapability
  ) -> Bool { false }
  open func present(completion: (@Sendable (Bool) -> Void)? = nil) {}
  open func dismiss(completion: (@Sendable () -> Void)? = nil) {}
}

// MARK: SwiftUI

public struct PayWithApplePayButtonLabel: Sendable {
  public static let plain = Self(), buy = Self(), addMoney = Self(), book = Self()
  public static let checkout = Self(), `continue` = Self(), contribute = Self(), donate = Self()
  public static let inStore = Self(), order = Self(), reload = Self(), rent = Self()
  public static let setUp = Self(), subscribe = Self(), support = Self(), tip = Self()
  public static let topUp = Self()
}

public struct PayWithApplePayButtonStyle: Sendable {
  public static let automatic = Self(), black = Self(), white = Self(), whiteOutline = Self()
}

public enum PayWithApplePayButtonPaymentAuthorizationPhase {
  case willAuthorize
  case didAuthorize(payment: PKPayment, resultHandler: (PKPaymentAuthorizationResult) -> Void)
  case didFinish
}

public struct PayWithApplePayButton<Fallback: View>: View {
  public init(
    _ label: PayWithApplePayButtonLabel = .plain, request: PKPaymentRequest,
    onPaymentAuthorizationChange:
      @escaping (PayWithApplePayButtonPaymentAuthorizationPhase) -> Void,
    @ViewBuilder fallback: () -> Fallback
  ) {}
  public var body: Never { fatalError() }
}

extension PayWithApplePayButton where Fallback == EmptyView {
  public init(_ label: PayWithApplePayButtonLabel = .plain, action: @escaping () -> Void) {}
}

extension View {
  public func payWithApplePayButtonStyle(_ style: PayWithApplePayButtonStyle) -> some View {
    EmptyView()
  }
  public func onApplePayCouponCodeChange(
    perform action: @escaping (String) async -> PKPaymentRequestCouponCodeUpdate
  ) -> some View { EmptyView() }
  public func onApplePayPaymentMethodChange(
    perform action: @escaping (PKPaymentMethod) async -> PKPaymentRequestPaymentMethodUpdate
  ) -> some View { EmptyView() }
  public func onApplePayShippingContactChange(
    perform action: @escaping (PKContact) async -> PKPaymentRequestShippingContactUpdate
  ) -> some View { EmptyView() }
  public func onApplePayShippingMethodChange(
    perform action: @escaping (PKShippingMethod) async -> PKPaymentRequestShippingMethodUpdate
  ) -> some View { EmptyView() }
}

// MARK: Passes

open class PKObject: NSObject {}

open class PKPass: PKObject {
  public init(data: Data) throws {}
  open var passTypeIdentifier: String { "" }
  open var serialNumber: String { "" }
}

public struct PKPassKitError: Error {
  public enum Code: Int, Sendable {
    case unknownError = -1
    case invalidDataError = 1
    case unsupportedVersionError, invalidSignature, notEntitledError
  }
  public var code: Code
}

public enum PKPassLibraryAddPassesStatus: Int, Sendable {
  case didAddPasses, shouldReviewPasses, didCancelAddPasses
}

open class PKPassLibrary: NSObject {
  public override init() {}
  open class func isPassLibraryAvailable() -> Bool { false }
  open func containsPass(_ pass: PKPass) -> Bool { false }
  open func passes() -> [PKPass] { [] }
  open func replacePass(with pass: PKPass) -> Bool { false }
  open func canAddSecureElementPass(primaryAccountIdentifier: String) -> Bool { false }
  open func addPasses(
    _ passes: [PKPass],
    withCompletionHandler completion: (@Sendable (PKPassLibraryAddPassesStatus) -> Void)? = nil
  ) {}
}

@MainActor public protocol PKAddPassesViewControllerDelegate: NSObjectProtocol {}

open class PKAddPassesViewController: UIViewController {
  public init?(passes: [PKPass]) { super.init() }
  open weak var delegate: (any PKAddPassesViewControllerDelegate)?
  nonisolated open class func canAddPasses() -> Bool { false }
}

public struct AddPassToWalletButtonStyle: Sendable {
  public static let black = Self(), blackOutline = Self()
}

@MainActor @preconcurrency public struct AddPassToWalletButton<Fallback: View>: View {
  nonisolated public init(
    _ passes: [PKPass], onCompletion: @escaping (Bool) -> Void,
    @ViewBuilder fallback: () -> Fallback
  ) {}
  nonisolated public init(
    _ configuration: PKAddPaymentPassRequestConfiguration,
    onRequest: @escaping (AddPassToWalletButtonResponse) async -> PKAddPaymentPassRequest,
    onCompletion: @escaping (Result<PKSecureElementPass, any Error>) -> Void,
    @ViewBuilder fallback: () -> Fallback
  ) {}
  public var body: Never { fatalError() }
}

extension View {
  public func addPassToWalletButtonStyle(_ style: AddPassToWalletButtonStyle) -> some View {
    EmptyView()
  }
}

// MARK: Payment cards

public struct PKEncryptionScheme: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let RSA_V2 = Self(rawValue: "EV_RSA_v2")
  public static let ECC_V2 = Self(rawValue: "EV_ECC_v2")
}

open class PKSecureElementPass: PKPass {
  open var primaryAccountIdentifier: String { "" }
  open var primaryAccountNumberSuffix: String { "" }
}

open class PKPaymentPass: PKSecureElementPass {}

public enum PKAddPaymentPassError: Int, Sendable {
  case unsupported, userCancelled, systemCancelled
}

public enum PKAddPaymentPassStyle: UInt, Sendable {
  case payment, access
}

open class PKAddPaymentPassRequestConfiguration: NSObject {
  public init?(encryptionScheme: PKEncryptionScheme) { super.init() }
  open var encryptionScheme: PKEncryptionScheme { .ECC_V2 }
  open var style: PKAddPaymentPassStyle = .payment
  open var cardholderName: String?
  open var primaryAccountSuffix: String?
  open var localizedDescription: String?
  open var primaryAccountIdentifier: String?
  open var paymentNetwork: PKPaymentNetwork?
  open var productIdentifiers: Set<String> = []
}

open class PKAddPaymentPassRequest: NSObject {
  public override init() {}
  open var encryptedPassData: Data?
  open var activationData: Data?
  open var ephemeralPublicKey: Data?
  open var wrappedKey: Data?
}

@MainActor public protocol PKAddPaymentPassViewControllerDelegate: NSObjectProtocol {
  func addPaymentPassViewController(
    _ controller: PKAddPaymentPassViewController,
    generateRequestWithCertificateChain certificates: [Data], nonce: Data, nonceSignature: Data,
    completionHandler handler: @escaping (PKAddPaymentPassRequest) -> Void)
  func addPaymentPassViewController(
    _ controller: PKAddPaymentPassViewController, didFinishAdding pass: PKPaymentPass?,
    error: (any Error)?)
}

open class PKAddPaymentPassViewController: UIViewController {
  public init?(
    requestConfiguration configuration: PKAddPaymentPassRequestConfiguration,
    delegate: (any PKAddPaymentPassViewControllerDelegate)?
  ) { super.init() }
  open weak var delegate: (any PKAddPaymentPassViewControllerDelegate)?
  nonisolated open class func canAddPaymentPass() -> Bool { false }
}

public struct AddPassToWalletButtonResponse: Sendable {
  public var certificates: [Data]
  public var nonce: Data
  public var nonceSignature: Data
}
