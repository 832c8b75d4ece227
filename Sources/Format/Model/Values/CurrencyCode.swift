// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// The currency codes of ISO 4217, as of 2026.
package enum CurrencyCode {
  /// Returns whether the code is in use.
  package static func isCurrent(_ code: String) -> Bool { current.contains(code) }

  /// Every code in use, sorted.
  package static var all: [String] { current.sorted() }

  /// Returns whether the code was withdrawn.
  package static func isWithdrawn(_ code: String) -> Bool { withdrawn.contains(code) }

  /// Returns the code in use that is most similar to an invalid one.
  package static func nearest(to code: String) -> String? {
    let upper = code.uppercased()
    return isCurrent(upper) ? upper : NearestName.of(code, among: current)
  }

  private static let current = codes(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN \
    BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR \
    FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY \
    KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU \
    MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON \
    RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP \
    TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB \
    XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG
    """)

  private static let withdrawn = codes(
    """
    ADF ADP AFA ALK ANG AOK AON AOR ARA ARL ARM ARP ATS AZM BAD BEC BEF BEL BGJ BGK BGL BGN BOP \
    BRB BRC BRE BRN BRR BUK BYB CNX CSD CSJ CSK CUC DDM DEM ECS ECV ESA ESB ESP FIM FRF GEK GHC \
    GNE GNS GQE GRD GWE GWP HRD HRK IEP ILP ILR ISJ ITL LAJ LSM LTT LUC LUF LUL LVR MAF MGF MLF \
    MTP MVQ MXP MZE MZM NIC NLG PEH PEI PES PLZ PTE RHD ROK ROL RUR SDD SDP SIT SKK SLL SRG SUR \
    TJR TLE TRL UAK UGS UGW UYN UYP VEB VNC XEU XRE YDD YUD YUN ZAL ZRN ZRZ ZWL
    """)

  private static func codes(_ list: String) -> Set<String> {
    Set(list.split(separator: " ").map(String.init))
  }
}
