// SPDX-License-Identifier: Apache-2.0

extension GoogleTable {
  /// The words of each enumeration. After a word are its deprecated spellings.
  static let words = """
    :State
    NOT_ACTIVATED not_activated
    ACTIVATED activated
    :RenderEncoding
    UTF_8
    :Type
    AZTEC aztec
    CODE_39 code39
    CODE_128 code128
    CODABAR codabar
    DATA_MATRIX dataMatrix
    EAN_8 ean8
    EAN_13 ean13 EAN13
    ITF_14 itf14
    PDF_417 pdf417 PDF417
    QR_CODE qrCode qrcode
    UPC_A upcA
    TEXT_ONLY textOnly
    :BoardingDoor
    FRONT front
    BACK back
    :BoardingPolicy
    ZONE_BASED zoneBased
    GROUP_BASED groupBased
    BOARDING_POLICY_OTHER boardingPolicyOther
    :SeatClassPolicy
    CABIN_BASED cabinBased
    CLASS_BASED classBased
    TIER_BASED tierBased
    SEAT_CLASS_POLICY_OTHER seatClassPolicyOther
    :DiscoverableProgramState
    TRUSTED_TESTERS trustedTesters
    LIVE live
    DISABLED disabled
    :SignupSharedDatas
    FIRST_NAME
    LAST_NAME
    STREET_ADDRESS
    ADDRESS_LINE_1
    ADDRESS_LINE_2
    ADDRESS_LINE_3
    CITY
    STATE
    ZIPCODE
    COUNTRY
    EMAIL
    PHONE
    :DoorsOpenLabel
    DOORS_OPEN doorsOpen
    GATES_OPEN gatesOpen
    :ConfirmationCodeLabel
    CONFIRMATION_CODE confirmationCode
    CONFIRMATION_NUMBER confirmationNumber
    ORDER_NUMBER orderNumber
    RESERVATION_NUMBER reservationNumber
    :GateLabel
    GATE gate
    DOOR door
    ENTRANCE entrance
    :MultipleDevicesAndHoldersAllowedStatus
    MULTIPLE_HOLDERS multipleHolders
    ONE_USER_ALL_DEVICES oneUserAllDevices
    ONE_USER_ONE_DEVICE oneUserOneDevice
    :NotifyPreference
    NOTIFY_ON_UPDATE
    :ReviewStatus
    UNDER_REVIEW underReview
    APPROVED approved
    REJECTED rejected
    DRAFT draft
    :RowLabel
    ROW row
    :SeatLabel
    SEAT seat
    :SectionLabel
    SECTION section
    THEATER theater
    :ViewUnlockRequirement
    UNLOCK_NOT_REQUIRED
    UNLOCK_REQUIRED_TO_VIEW
    :EventTicketObjectState
    ACTIVE active
    COMPLETED completed
    EXPIRED expired
    INACTIVE inactive
    :DateFormat
    DATE_TIME dateTime
    DATE_ONLY dateOnly
    TIME_ONLY timeOnly
    DATE_TIME_YEAR dateTimeYear
    DATE_YEAR dateYear
    YEAR_MONTH
    YEAR_MONTH_DAY
    :TransitOption
    ORIGIN_AND_DESTINATION_NAMES originAndDestinationNames
    ORIGIN_AND_DESTINATION_CODES originAndDestinationCodes
    ORIGIN_NAME originName
    :FlightStatus
    SCHEDULED scheduled
    ACTIVE active
    LANDED landed
    CANCELLED cancelled
    REDIRECTED redirected
    DIVERTED diverted
    :GenericType
    GENERIC_SEASON_PASS
    GENERIC_UTILITY_BILLS
    GENERIC_PARKING_PASS
    GENERIC_VOUCHER
    GENERIC_GYM_MEMBERSHIP
    GENERIC_LIBRARY_MEMBERSHIP
    GENERIC_RESERVATIONS
    GENERIC_AUTO_INSURANCE
    GENERIC_HOME_INSURANCE
    GENERIC_ENTRY_TICKET
    GENERIC_RECEIPT
    GENERIC_LOYALTY_CARD
    GENERIC_BUSINESS_CARD
    GENERIC_BARCODE_PASS
    GENERIC_MEMBERSHIP_CARD
    GENERIC_STUDENT_CARD
    GENERIC_TRANSIT_PASS
    GENERIC_VEHICLE_REGISTRATION
    GENERIC_OTHER
    :MessageType
    TEXT text
    EXPIRATION_NOTIFICATION expirationNotification
    TEXT_AND_NOTIFY
    :RedemptionChannel
    INSTORE instore
    ONLINE online
    BOTH both
    TEMPORARY_PRICE_REDUCTION temporaryPriceReduction
    :NfcConstraint
    BLOCK_PAYMENT
    BLOCK_CLOSED_LOOP_TRANSIT
    :ScreenshotEligibility
    ELIGIBLE
    INELIGIBLE
    :Algorithm
    TOTP_SHA1
    :AnimationType
    FOIL_SHIMMER foilShimmer
    :PredefinedItem
    FREQUENT_FLYER_PROGRAM_NAME_AND_NUMBER frequentFlyerProgramNameAndNumber
    FLIGHT_NUMBER_AND_OPERATING_FLIGHT_NUMBER flightNumberAndOperatingFlightNumber
    :FareClass
    ECONOMY economy
    FIRST first
    BUSINESS business
    :TransitType
    BUS bus
    RAIL rail
    TRAM tram
    FERRY ferry
    OTHER other
    :ConcessionCategory
    ADULT adult
    CHILD child
    SENIOR senior
    :PassengerType
    SINGLE_PASSENGER singlePassenger
    MULTIPLE_PASSENGERS multiplePassengers
    :TicketStatus
    USED used
    REFUNDED refunded
    EXCHANGED exchanged
    :TripType
    ROUND_TRIP roundTrip
    ONE_WAY oneWay
    """
}
