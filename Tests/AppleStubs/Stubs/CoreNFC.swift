// SPDX-License-Identifier: Apache-2.0
//
// The part of Core NFC that the reader kit uses, from Apple's documentation. It only checks our
// reading of it.

import Dispatch
import Foundation

public struct NFCReaderError: Error, Sendable {
  public enum Code: Int, Sendable {
    case readerErrorUnsupportedFeature = 1
    case readerErrorSecurityViolation, readerErrorInvalidParameter
    case readerErrorInvalidParameterLength, readerErrorParameterOutOfBound
    case readerErrorRadioDisabled, readerErrorIneligible, readerErrorAccessNotAccepted
    case readerTransceiveErrorTagConnectionLost = 100
    case readerTransceiveErrorRetryExceeded, readerTransceiveErrorTagResponseError
    case readerTransceiveErrorSessionInvalidated, readerTransceiveErrorTagNotConnected
    case readerTransceiveErrorPacketTooLong
    case readerSessionInvalidationErrorUserCanceled = 200
    case readerSessionInvalidationErrorSessionTimeout
    case readerSessionInvalidationErrorSessionTerminatedUnexpectedly
    case readerSessionInvalidationErrorSystemIsBusy
    case readerSessionInvalidationErrorFirstNDEFTagRead
  }
  public let code: Code
  /// Only in the stub, because real errors come from the system.
  public init(stub code: Code) { self.code = code }
}

open class NFCReaderSession: NSObject {
  open class var readingAvailable: Bool { StubNFC.isAvailable }
  public var alertMessage = ""
  public func begin() { StubNFC.begun += 1 }
  public func invalidate() {}
  public func invalidate(errorMessage: String) {}
}

public final class NFCVASCommandConfiguration: NSObject {
  public enum Mode: Int, Sendable { case urlOnly, normal }
  public init(vasMode mode: Mode, passTypeIdentifier: String, url: URL?) {}
}

public final class NFCVASResponse: NSObject {
  public enum ErrorCode: Int, Sendable {
    case success = 0x9000
    case dataNotFound = 0x6A83
    case dataNotActivated = 0x6287
    case wrongParameters = 0x6B00
    case wrongLCField = 0x6700
    case userIntervention = 0x6984
    case incorrectData = 0x6A80
    case unsupportedApplicationVersion = 0x6340
  }
  public var status: ErrorCode { .success }
  public var vasData: Data { Data() }
  public var mobileToken: Data { Data() }
}

public protocol NFCVASReaderSessionDelegate: NSObjectProtocol {
  func readerSessionDidBecomeActive(_ session: NFCVASReaderSession)
  func readerSession(_ session: NFCVASReaderSession, didReceive responses: [NFCVASResponse])
  func readerSession(_ session: NFCVASReaderSession, didInvalidateWithError error: any Error)
}

public final class NFCVASReaderSession: NFCReaderSession {
  public init(
    vasCommandConfigurations commandConfigurations: [NFCVASCommandConfiguration],
    delegate: any NFCVASReaderSessionDelegate, queue: DispatchQueue?
  ) {}
}

/// Only in the stub: results that a device would decide, and a count of calls.
public enum StubNFC {
  public nonisolated(unsafe) static var isAvailable = false
  public nonisolated(unsafe) static var isEligible = false
  public nonisolated(unsafe) static var begun = 0
}

public enum NFCTag {
  case feliCa
  case iso7816(any NFCISO7816Tag)
  case iso15693
  case miFare

  public var isAvailable: Bool {
    if case .iso7816(let tag) = self { return tag.isAvailable }
    return false
  }
}

public protocol NFCISO7816Tag: NSObjectProtocol {
  var initialSelectedAID: String { get }
  var isAvailable: Bool { get }
  func sendCommand(apdu: NFCISO7816APDU) async throws -> (Data, UInt8, UInt8)
}

public final class NFCISO7816APDU: NSObject {
  public init(
    instructionClass: UInt8, instructionCode: UInt8, p1Parameter: UInt8, p2Parameter: UInt8,
    data: Data, expectedResponseLength: Int
  ) {}
}

public protocol NFCTagReaderSessionDelegate: NSObjectProtocol {
  func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession)
  func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: any Error)
  func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag])
}

open class NFCTagReaderSession: NFCReaderSession {
  public func connect(to tag: NFCTag) async throws {}
  public func restartPolling() {}
}

public final class NFCPaymentTagReaderSession: NFCTagReaderSession {
  public override class var readingAvailable: Bool { StubNFC.isEligible }
  public init(delegate: any NFCTagReaderSessionDelegate, queue: DispatchQueue? = nil) {}
}
