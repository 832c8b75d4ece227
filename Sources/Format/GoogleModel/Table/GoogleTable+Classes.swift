// SPDX-License-Identifier: Apache-2.0

extension GoogleTable {
  /// The classes and objects of the seven types.
  static let classes = """
    :EventTicketClass
    allowMultipleUsersPerObject boolean deprecated
    appLinkData AppLinkData
    callbackOptions CallbackOptions
    classTemplateInfo ClassTemplateInfo
    confirmationCodeLabel string words=ConfirmationCodeLabel
    countryCode string
    customConfirmationCodeLabel LocalizedString
    customGateLabel LocalizedString
    customRowLabel LocalizedString
    customSeatLabel LocalizedString
    customSectionLabel LocalizedString
    dateTime EventDateTime
    enableSmartTap boolean
    eventId string limit=x64
    eventName LocalizedString required
    finePrint LocalizedString
    gateLabel string words=GateLabel
    heroImage Image
    hexBackgroundColor string form=color
    homepageUri Uri
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    issuerName string required limit=r20
    kind string deprecated
    linksModuleData LinksModuleData
    localizedIssuerName LocalizedString limit=r20
    locations [LatLongPoint] deprecated
    logo Image
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    multipleDevicesAndHoldersAllowedStatus string words=MultipleDevicesAndHoldersAllowedStatus
    notifyPreference string words=NotifyPreference
    redemptionIssuers [string]
    review Review google
    reviewStatus string required words=ReviewStatus
    rowLabel string words=RowLabel
    seatLabel string words=SeatLabel
    sectionLabel string words=SectionLabel
    securityAnimation SecurityAnimation
    textModulesData [TextModuleData] limit=d10
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    venue EventVenue
    version string deprecated int64
    viewUnlockRequirement string words=ViewUnlockRequirement
    wideLogo Image
    wordMark Image deprecated
    :EventTicketObject
    appLinkData AppLinkData
    barcode Barcode
    classId string required form=id
    classReference EventTicketClass google
    disableExpirationNotification boolean
    faceValue Money
    groupingInfo GroupingInfo
    hasLinkedDevice boolean google
    hasUsers boolean google
    heroImage Image
    hexBackgroundColor string form=color
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    kind string deprecated
    linkedObjectIds [string]
    linkedOfferIds [string]
    linksModuleData LinksModuleData
    locations [LatLongPoint] deprecated
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    notifyPreference string words=NotifyPreference
    passConstraints PassConstraints
    reservationInfo EventReservationInfo
    rotatingBarcode RotatingBarcode
    saveRestrictions SaveRestrictions
    seatInfo EventSeat
    smartTapRedemptionValue string
    state string required words=EventTicketObjectState
    textModulesData [TextModuleData] limit=d10
    ticketHolderName string
    ticketNumber string
    ticketType LocalizedString
    validTimeInterval TimeInterval
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    :FlightClass
    allowMultipleUsersPerObject boolean deprecated
    appLinkData AppLinkData
    boardingAndSeatingPolicy BoardingAndSeatingPolicy
    callbackOptions CallbackOptions
    classTemplateInfo ClassTemplateInfo
    countryCode string
    destination AirportInfo required
    enableSmartTap boolean
    flightHeader FlightHeader required
    flightStatus string words=FlightStatus
    heroImage Image
    hexBackgroundColor string form=color
    homepageUri Uri
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    issuerName string required limit=r20
    kind string deprecated
    languageOverride string
    linksModuleData LinksModuleData
    localBoardingDateTime string time=local
    localEstimatedOrActualArrivalDateTime string time=local
    localEstimatedOrActualDepartureDateTime string time=local
    localGateClosingDateTime string time=local
    localScheduledArrivalDateTime string time=local
    localScheduledDepartureDateTime string required time=local
    localizedIssuerName LocalizedString limit=r20
    locations [LatLongPoint] deprecated
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    multipleDevicesAndHoldersAllowedStatus string words=MultipleDevicesAndHoldersAllowedStatus
    notifyPreference string words=NotifyPreference
    origin AirportInfo required
    redemptionIssuers [string]
    review Review google
    reviewStatus string required words=ReviewStatus
    securityAnimation SecurityAnimation
    textModulesData [TextModuleData] limit=d10
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    viewUnlockRequirement string words=ViewUnlockRequirement
    wordMark Image deprecated
    :FlightObject
    appLinkData AppLinkData
    barcode Barcode
    boardingAndSeatingInfo BoardingAndSeatingInfo
    classId string required form=id
    classReference FlightClass google
    disableExpirationNotification boolean
    groupingInfo GroupingInfo
    hasLinkedDevice boolean google
    hasUsers boolean google
    heroImage Image
    hexBackgroundColor string form=color
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    kind string deprecated
    linkedObjectIds [string]
    linksModuleData LinksModuleData
    locations [LatLongPoint] deprecated
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    notifyPreference string words=NotifyPreference
    passConstraints PassConstraints
    passengerName string required
    reservationInfo ReservationInfo required
    rotatingBarcode RotatingBarcode
    saveRestrictions SaveRestrictions
    securityProgramLogo Image
    smartTapRedemptionValue string
    state string required words=EventTicketObjectState
    textModulesData [TextModuleData] limit=d10
    validTimeInterval TimeInterval
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    :GenericClass
    appLinkData AppLinkData
    callbackOptions CallbackOptions
    classTemplateInfo ClassTemplateInfo
    enableSmartTap boolean
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    linksModuleData LinksModuleData
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    multipleDevicesAndHoldersAllowedStatus string words=MultipleDevicesAndHoldersAllowedStatus
    redemptionIssuers [string]
    securityAnimation SecurityAnimation
    textModulesData [TextModuleData] limit=d10
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    viewUnlockRequirement string words=ViewUnlockRequirement
    :GenericObject
    appLinkData AppLinkData
    barcode Barcode
    cardTitle LocalizedString required
    classId string required form=id
    genericType string words=GenericType
    groupingInfo GroupingInfo
    hasUsers boolean google
    header LocalizedString required
    heroImage Image
    hexBackgroundColor string form=color
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    linkedObjectIds [string]
    linksModuleData LinksModuleData
    logo Image
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    notifications Notifications
    passConstraints PassConstraints
    rotatingBarcode RotatingBarcode
    saveRestrictions SaveRestrictions
    smartTapRedemptionValue string
    state string words=EventTicketObjectState
    subheader LocalizedString
    textModulesData [TextModuleData] limit=d10
    validTimeInterval TimeInterval
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    wideLogo Image
    :GiftCardClass
    allowBarcodeRedemption boolean
    allowMultipleUsersPerObject boolean deprecated
    appLinkData AppLinkData
    callbackOptions CallbackOptions
    cardNumberLabel string
    classTemplateInfo ClassTemplateInfo
    countryCode string
    enableSmartTap boolean
    eventNumberLabel string
    heroImage Image
    hexBackgroundColor string form=color
    homepageUri Uri
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    issuerName string required limit=r20
    kind string deprecated
    linksModuleData LinksModuleData
    localizedCardNumberLabel LocalizedString
    localizedEventNumberLabel LocalizedString
    localizedIssuerName LocalizedString limit=r20
    localizedMerchantName LocalizedString limit=c20
    localizedPinLabel LocalizedString
    locations [LatLongPoint] deprecated
    merchantLocations [MerchantLocation] limit=x10
    merchantName string limit=c20
    messages [Message] limit=x10
    multipleDevicesAndHoldersAllowedStatus string words=MultipleDevicesAndHoldersAllowedStatus
    notifyPreference string words=NotifyPreference
    pinLabel string
    programLogo Image
    redemptionIssuers [string]
    review Review google
    reviewStatus string required words=ReviewStatus
    securityAnimation SecurityAnimation
    textModulesData [TextModuleData] limit=d10
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    viewUnlockRequirement string words=ViewUnlockRequirement
    wideProgramLogo Image
    wordMark Image deprecated
    :GiftCardObject
    appLinkData AppLinkData
    balance Money
    balanceUpdateTime DateTime
    barcode Barcode
    cardNumber string required
    classId string required form=id
    classReference GiftCardClass google
    disableExpirationNotification boolean
    eventNumber string
    groupingInfo GroupingInfo
    hasLinkedDevice boolean google
    hasUsers boolean google
    heroImage Image
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    kind string deprecated
    linkedObjectIds [string]
    linksModuleData LinksModuleData
    locations [LatLongPoint] deprecated
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    notifyPreference string words=NotifyPreference
    passConstraints PassConstraints
    pin string
    rotatingBarcode RotatingBarcode
    saveRestrictions SaveRestrictions
    smartTapRedemptionValue string
    state string required words=EventTicketObjectState
    textModulesData [TextModuleData] limit=d10
    validTimeInterval TimeInterval
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    :LoyaltyClass
    accountIdLabel string limit=r15
    accountNameLabel string limit=r15
    allowMultipleUsersPerObject boolean deprecated
    appLinkData AppLinkData
    callbackOptions CallbackOptions
    classTemplateInfo ClassTemplateInfo
    countryCode string
    discoverableProgram DiscoverableProgram
    enableSmartTap boolean
    heroImage Image
    hexBackgroundColor string form=color
    homepageUri Uri
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    issuerName string required limit=r20
    kind string deprecated
    linksModuleData LinksModuleData
    localizedAccountIdLabel LocalizedString limit=r15
    localizedAccountNameLabel LocalizedString limit=r15
    localizedIssuerName LocalizedString limit=r20
    localizedProgramName LocalizedString limit=c20
    localizedRewardsTier LocalizedString limit=r7
    localizedRewardsTierLabel LocalizedString limit=r9
    localizedSecondaryRewardsTier LocalizedString
    localizedSecondaryRewardsTierLabel LocalizedString
    locations [LatLongPoint] deprecated
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    multipleDevicesAndHoldersAllowedStatus string words=MultipleDevicesAndHoldersAllowedStatus
    notifyPreference string words=NotifyPreference
    programLogo Image required
    programName string required limit=c20
    redemptionIssuers [string]
    review Review google
    reviewStatus string required words=ReviewStatus
    rewardsTier string limit=r7
    rewardsTierLabel string limit=r9
    secondaryRewardsTier string
    secondaryRewardsTierLabel string
    securityAnimation SecurityAnimation
    textModulesData [TextModuleData] limit=d10
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    viewUnlockRequirement string words=ViewUnlockRequirement
    wideProgramLogo Image
    wordMark Image deprecated
    :LoyaltyObject
    accountId string limit=r20
    accountName string limit=r20
    appLinkData AppLinkData
    barcode Barcode
    classId string required form=id
    classReference LoyaltyClass google
    disableExpirationNotification boolean
    groupingInfo GroupingInfo
    hasLinkedDevice boolean google
    hasUsers boolean google
    heroImage Image
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    kind string deprecated
    linkedObjectIds [string]
    linkedOfferIds [string]
    linksModuleData LinksModuleData
    locations [LatLongPoint] deprecated
    loyaltyPoints LoyaltyPoints
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    notifyPreference string words=NotifyPreference
    passConstraints PassConstraints
    rotatingBarcode RotatingBarcode
    saveRestrictions SaveRestrictions
    secondaryLoyaltyPoints LoyaltyPoints
    smartTapRedemptionValue string
    state string required words=EventTicketObjectState
    textModulesData [TextModuleData] limit=d10
    validTimeInterval TimeInterval
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    :OfferClass
    allowMultipleUsersPerObject boolean deprecated
    appLinkData AppLinkData
    callbackOptions CallbackOptions
    classTemplateInfo ClassTemplateInfo
    countryCode string
    details string
    enableSmartTap boolean
    finePrint string
    helpUri Uri
    heroImage Image
    hexBackgroundColor string form=color
    homepageUri Uri
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    issuerName string required limit=r20
    kind string deprecated
    linksModuleData LinksModuleData
    localizedDetails LocalizedString
    localizedFinePrint LocalizedString
    localizedIssuerName LocalizedString limit=r20
    localizedProvider LocalizedString limit=r12
    localizedShortTitle LocalizedString limit=r20
    localizedTitle LocalizedString limit=r60
    locations [LatLongPoint] deprecated
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    multipleDevicesAndHoldersAllowedStatus string words=MultipleDevicesAndHoldersAllowedStatus
    notifyPreference string words=NotifyPreference
    provider string required limit=r12
    redemptionChannel string required words=RedemptionChannel
    redemptionIssuers [string]
    review Review google
    reviewStatus string required words=ReviewStatus
    securityAnimation SecurityAnimation
    shortTitle string limit=r20
    textModulesData [TextModuleData] limit=d10
    title string required limit=r60
    titleImage Image
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    viewUnlockRequirement string words=ViewUnlockRequirement
    wideTitleImage Image
    wordMark Image deprecated
    :OfferObject
    appLinkData AppLinkData
    barcode Barcode
    classId string required form=id
    classReference OfferClass google
    disableExpirationNotification boolean
    groupingInfo GroupingInfo
    hasLinkedDevice boolean google
    hasUsers boolean google
    heroImage Image
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    kind string deprecated
    linkedObjectIds [string]
    linksModuleData LinksModuleData
    locations [LatLongPoint]
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    notifyPreference string words=NotifyPreference
    passConstraints PassConstraints
    rotatingBarcode RotatingBarcode
    saveRestrictions SaveRestrictions
    smartTapRedemptionValue string
    state string required words=EventTicketObjectState
    textModulesData [TextModuleData] limit=d10
    validTimeInterval TimeInterval
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    :TransitClass
    activationOptions ActivationOptions
    allowMultipleUsersPerObject boolean deprecated
    appLinkData AppLinkData
    callbackOptions CallbackOptions
    classTemplateInfo ClassTemplateInfo
    countryCode string
    customCarriageLabel LocalizedString
    customCoachLabel LocalizedString
    customConcessionCategoryLabel LocalizedString
    customConfirmationCodeLabel LocalizedString
    customDiscountMessageLabel LocalizedString
    customFareClassLabel LocalizedString
    customFareNameLabel LocalizedString
    customOtherRestrictionsLabel LocalizedString
    customPlatformLabel LocalizedString
    customPurchaseFaceValueLabel LocalizedString
    customPurchasePriceLabel LocalizedString
    customPurchaseReceiptNumberLabel LocalizedString
    customRouteRestrictionsDetailsLabel LocalizedString
    customRouteRestrictionsLabel LocalizedString
    customSeatLabel LocalizedString
    customTicketNumberLabel LocalizedString
    customTimeRestrictionsLabel LocalizedString
    customTransitTerminusNameLabel LocalizedString
    customZoneLabel LocalizedString
    enableSingleLegItinerary boolean
    enableSmartTap boolean
    heroImage Image
    hexBackgroundColor string form=color
    homepageUri Uri
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    issuerName string required limit=r20
    languageOverride string
    linksModuleData LinksModuleData
    localizedIssuerName LocalizedString limit=r20
    locations [LatLongPoint] deprecated
    logo Image required
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    multipleDevicesAndHoldersAllowedStatus string words=MultipleDevicesAndHoldersAllowedStatus
    notifyPreference string words=NotifyPreference
    redemptionIssuers [string]
    review Review google
    reviewStatus string required words=ReviewStatus
    securityAnimation SecurityAnimation
    textModulesData [TextModuleData] limit=d10
    transitOperatorName LocalizedString
    transitType string required words=TransitType
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    viewUnlockRequirement string words=ViewUnlockRequirement
    watermark Image
    wideLogo Image
    wordMark Image deprecated
    :TransitObject
    activationStatus ActivationStatus
    appLinkData AppLinkData
    barcode Barcode
    classId string required form=id
    classReference TransitClass google
    concessionCategory string words=ConcessionCategory
    customConcessionCategory LocalizedString
    customTicketStatus LocalizedString
    deviceContext DeviceContext
    disableExpirationNotification boolean
    groupingInfo GroupingInfo
    hasLinkedDevice boolean google
    hasUsers boolean google
    heroImage Image
    hexBackgroundColor string form=color
    id string required form=id
    imageModulesData [ImageModuleData] limit=d1
    infoModuleData InfoModuleData deprecated
    linkedObjectIds [string]
    linksModuleData LinksModuleData
    locations [LatLongPoint] deprecated
    merchantLocations [MerchantLocation] limit=x10
    messages [Message] limit=x10
    notifyPreference string words=NotifyPreference
    passConstraints PassConstraints
    passengerNames string
    passengerType string words=PassengerType
    purchaseDetails PurchaseDetails
    rotatingBarcode RotatingBarcode
    saveRestrictions SaveRestrictions
    smartTapRedemptionValue string
    state string required words=EventTicketObjectState
    textModulesData [TextModuleData] limit=d10
    ticketLeg TicketLeg
    ticketLegs [TicketLeg]
    ticketNumber string
    ticketRestrictions TicketRestrictions
    ticketStatus string words=TicketStatus
    tripId string
    tripType string required words=TripType
    validTimeInterval TimeInterval
    valueAddedModuleData [ValueAddedModuleData] limit=x15
    version string deprecated int64
    """
}
