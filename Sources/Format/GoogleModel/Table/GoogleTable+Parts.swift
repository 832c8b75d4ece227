// SPDX-License-Identifier: Apache-2.0

extension GoogleTable {
  /// The objects inside classes and objects.
  static let parts = """
    :AppLinkData
    androidAppLinkInfo AppLinkDataAppLinkInfo
    displayText LocalizedString limit=x30
    iosAppLinkInfo AppLinkDataAppLinkInfo deprecated
    webAppLinkInfo AppLinkDataAppLinkInfo
    :AppLinkDataAppLinkInfo
    appLogoImage Image deprecated
    appTarget AppLinkDataAppLinkInfoAppTarget
    description LocalizedString deprecated
    title LocalizedString deprecated
    :Image
    contentDescription LocalizedString
    kind string deprecated
    privateImageId string
    sourceUri ImageUri
    :LocalizedString
    defaultValue TranslatedString
    kind string deprecated
    translatedValues [TranslatedString]
    :TranslatedString
    kind string deprecated
    language string
    value string
    :ImageUri
    description string deprecated
    localizedDescription LocalizedString deprecated
    uri string
    :AppLinkDataAppLinkInfoAppTarget
    packageName string
    targetUri Uri
    :Uri
    description string limit=r20
    id string
    kind string deprecated
    localizedDescription LocalizedString limit=r20
    uri string
    :CallbackOptions
    updateRequestUrl string deprecated
    url string
    :ClassTemplateInfo
    cardBarcodeSectionDetails CardBarcodeSectionDetails
    cardTemplateOverride CardTemplateOverride
    detailsTemplateOverride DetailsTemplateOverride
    listTemplateOverride ListTemplateOverride
    :CardBarcodeSectionDetails
    firstBottomDetail BarcodeSectionDetail
    firstTopDetail BarcodeSectionDetail
    secondTopDetail BarcodeSectionDetail
    :BarcodeSectionDetail
    fieldSelector FieldSelector
    :FieldSelector
    fields [FieldReference]
    :FieldReference
    dateFormat string words=DateFormat
    fieldPath string
    :CardTemplateOverride
    cardRowTemplateInfos [CardRowTemplateInfo] limit=x3
    :CardRowTemplateInfo
    oneItem CardRowOneItem
    threeItems CardRowThreeItems
    twoItems CardRowTwoItems
    :CardRowOneItem
    item TemplateItem
    :TemplateItem
    firstValue FieldSelector
    predefinedItem string words=PredefinedItem
    secondValue FieldSelector
    :CardRowThreeItems
    endItem TemplateItem
    middleItem TemplateItem
    startItem TemplateItem
    :CardRowTwoItems
    endItem TemplateItem
    startItem TemplateItem
    :DetailsTemplateOverride
    detailsItemInfos [DetailsItemInfo]
    :DetailsItemInfo
    item TemplateItem
    :ListTemplateOverride
    firstRowOption FirstRowOption
    secondRowOption FieldSelector
    thirdRowOption FieldSelector deprecated
    :FirstRowOption
    fieldOption FieldSelector
    transitOption string words=TransitOption
    :EventDateTime
    customDoorsOpenLabel LocalizedString
    doorsOpen string time=any
    doorsOpenLabel string words=DoorsOpenLabel
    end string time=any
    kind string deprecated
    start string time=any
    :ImageModuleData
    id string
    mainImage Image
    :InfoModuleData
    labelValueRows [LabelValueRow]
    showLastUpdateTime boolean deprecated
    :LabelValueRow
    columns [LabelValue]
    :LabelValue
    label string limit=r30
    localizedLabel LocalizedString limit=r30
    localizedValue LocalizedString limit=r30
    value string limit=r30
    :LinksModuleData
    uris [Uri] limit=d10
    :LatLongPoint
    kind string deprecated
    latitude number
    longitude number
    :MerchantLocation
    latitude number
    longitude number
    :Message
    body string
    displayInterval TimeInterval
    header string
    id string
    kind string deprecated
    localizedBody LocalizedString
    localizedHeader LocalizedString
    messageType string words=MessageType
    :TimeInterval
    end DateTime
    kind string deprecated
    start DateTime
    :DateTime
    date string time=any
    :Review
    comments string
    :SecurityAnimation
    animationType string words=AnimationType
    :TextModuleData
    body string limit=r500
    header string limit=r35
    id string form=module
    localizedBody LocalizedString limit=r500
    localizedHeader LocalizedString limit=r35
    :ValueAddedModuleData
    body LocalizedString limit=c50
    header LocalizedString required limit=c60
    image Image
    sortIndex integer
    uri string required
    viewConstraints ModuleViewConstraints
    :ModuleViewConstraints
    displayInterval TimeInterval
    :EventVenue
    address LocalizedString required
    kind string deprecated
    name LocalizedString required
    :Barcode
    alternateText string
    kind string deprecated
    renderEncoding string words=RenderEncoding
    showCodeText LocalizedString
    type string words=Type
    value string
    :Money
    currencyCode string
    kind string deprecated
    micros string int64
    :GroupingInfo
    groupingId string
    sortIndex integer
    :PassConstraints
    nfcConstraint [string] words=NfcConstraint
    screenshotEligibility string words=ScreenshotEligibility
    :EventReservationInfo
    confirmationCode string
    kind string deprecated
    :RotatingBarcode
    alternateText string
    initialRotatingBarcodeValues RotatingBarcodeValues
    renderEncoding string words=RenderEncoding
    showCodeText LocalizedString
    totpDetails RotatingBarcodeTotpDetails
    type string words=Type
    valuePattern string
    :RotatingBarcodeValues
    periodMillis string required int64
    startDateTime string required
    values [string] required
    :RotatingBarcodeTotpDetails
    algorithm string words=Algorithm
    parameters [RotatingBarcodeTotpDetailsTotpParameters]
    periodMillis string int64
    :RotatingBarcodeTotpDetailsTotpParameters
    key string
    valueLength integer
    :SaveRestrictions
    restrictToEmailSha256 string form=sha256
    :EventSeat
    gate LocalizedString
    kind string deprecated
    row LocalizedString
    seat LocalizedString
    section LocalizedString
    :BoardingAndSeatingPolicy
    boardingPolicy string words=BoardingPolicy
    kind string deprecated
    seatClassPolicy string words=SeatClassPolicy
    :AirportInfo
    airportIataCode string required form=airport
    airportNameOverride LocalizedString
    gate string
    kind string deprecated
    terminal string
    :FlightHeader
    carrier FlightCarrier required
    flightNumber string required form=digits
    flightNumberDisplayOverride string
    kind string deprecated
    operatingCarrier FlightCarrier
    operatingFlightNumber string form=digits
    :FlightCarrier
    airlineAllianceLogo Image
    airlineLogo Image
    airlineName LocalizedString
    carrierIataCode string form=carrier
    carrierIcaoCode string form=icao
    kind string deprecated
    wideAirlineLogo Image
    :BoardingAndSeatingInfo
    boardingDoor string words=BoardingDoor
    boardingGroup string
    boardingPosition string
    boardingPrivilegeImage Image
    kind string deprecated
    seatAssignment LocalizedString
    seatClass string
    seatNumber string
    sequenceNumber string
    :ReservationInfo
    confirmationCode string
    eticketNumber string
    frequentFlyerInfo FrequentFlyerInfo
    kind string deprecated
    :FrequentFlyerInfo
    frequentFlyerNumber string required
    frequentFlyerProgramName LocalizedString
    kind string deprecated
    :Notifications
    expiryNotification ExpiryNotification
    upcomingNotification UpcomingNotification
    :ExpiryNotification
    enableNotification boolean
    :UpcomingNotification
    enableNotification boolean
    :DiscoverableProgram
    merchantSigninInfo DiscoverableProgramMerchantSigninInfo
    merchantSignupInfo DiscoverableProgramMerchantSignupInfo
    state string words=DiscoverableProgramState
    :DiscoverableProgramMerchantSigninInfo
    signinWebsite Uri
    :DiscoverableProgramMerchantSignupInfo
    signupSharedDatas [string] words=SignupSharedDatas
    signupWebsite Uri
    :LoyaltyPoints
    balance LoyaltyPointsBalance required limit=r7
    label string limit=r9
    localizedLabel LocalizedString limit=r9
    :LoyaltyPointsBalance
    double number
    int integer
    money Money
    string string
    :ActivationOptions
    activationUrl string
    allowReactivation boolean
    :ActivationStatus
    state string words=State
    :DeviceContext
    deviceToken string
    :PurchaseDetails
    accountId string
    confirmationCode string
    purchaseDateTime string time=any
    purchaseReceiptNumber string
    ticketCost TicketCost
    :TicketCost
    discountMessage LocalizedString
    faceValue Money
    purchasePrice Money
    :TicketLeg
    arrivalDateTime string time=any
    carriage string
    departureDateTime string time=any
    destinationName LocalizedString
    destinationStationCode string
    fareName LocalizedString
    originName LocalizedString
    originStationCode string
    platform string
    ticketSeat TicketSeat
    ticketSeats [TicketSeat]
    transitOperatorName LocalizedString
    transitTerminusName LocalizedString
    zone string
    :TicketSeat
    coach string
    customFareClass LocalizedString
    fareClass string words=FareClass
    seat string
    seatAssignment LocalizedString
    :TicketRestrictions
    otherRestrictions LocalizedString
    routeRestrictions LocalizedString
    routeRestrictionsDetails LocalizedString
    timeRestrictions LocalizedString
    """
}
