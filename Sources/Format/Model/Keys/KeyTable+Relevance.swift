// SPDX-License-Identifier: Apache-2.0

// Keys for the place and time at which a pass appears on the lock screen.
extension KeyTable {
  private static let beacon = KeyFamily(since: 7, source: "A27,ARC", device: .logged)

  /// The keys of `$.relevantDates[]`.
  static let relevantDateKeys = section(
    .relevantDate,
    [
      .init(
        "date", .date, .conditional, since: 18, "either date alone, or startDate+endDate",
        source: "A27,PB", confidence: .medium, device: .logged),
      .init(
        "startDate", .date, .conditional, since: 18,
        "with endDate; one interval at most 24 hours (PKG)", source: "A27,PKG", confidence: .medium,
        device: .logged),
      .init(
        "endDate", .date, .conditional, since: 18, "required with startDate; after startDate",
        source: "A27", device: .logged),
      .init(
        "relevantDate", .date, since: 18,
        "name used by iOS 18 according to PKG; replaced by date; emit both for old devices",
        source: "PKG", confidence: .low, device: .logged),
    ])

  /// The keys of `$.locations[]`.
  static let locationKeys = section(
    .location,
    [
      .init(
        "latitude", .number, .required, since: 6, "-90..90", limit: .between(-90, 90),
        source: "A27,DEV", device: .fatal),
      .init(
        "longitude", .number, .required, since: 6, "-180..180", limit: .between(-180, 180),
        source: "A27,DEV", device: .fatal),
      .init("altitude", .number, since: 6, "metres", source: "A27", device: .fatal),
      .init("relevantText", .string, since: 6, "lock-screen text", source: "A27", device: .fatal),
      .init(
        "maxDistance", .number, since: nil, "undocumented per-location radius, must be > 0",
        limit: .above(0), source: "DEV", confidence: .low, device: .fatal),
      .init(
        "name", .string, since: nil, "undocumented; type checked", source: "DEV", confidence: .low),
    ])

  /// The keys of `$.beacons[]`.
  static let beaconKeys = section(
    .beacon,
    [
      beacon("proximityUUID", .uuid, "valid UUID", need: .required),
      beacon("major", .integer, "0..65535", limit: .between(0, 65_535)),
      beacon("minor", .integer, "0..65535", limit: .between(0, 65_535)),
      beacon("relevantText", .string, "lock-screen text"),
      .init(
        "name", .string, since: 7, "appears in Apple examples only", source: "A18,ARC,DEV",
        confidence: .medium, device: .logged),
    ])
}
