// SPDX-License-Identifier: Apache-2.0

/// The codes of languages and countries that people confuse in the names of folders.
enum LanguageCodes {
  /// The two-letter codes of ISO 639-1.
  static let languages: Set<Substring> = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz \
    ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln \
    lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi \
    pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti \
    tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """.split(separator: " "))

  /// The folder that was probably meant, by a code that is not the code of a language. Most are
  /// codes of countries, some are former or invented codes.
  static let meant: [String: String] = pairs(
    """
    jp ja, cz cs, dk da, gr el, cn zh-Hans, ua uk, us en-US, gb en-GB, at de-AT, mx es-MX, vn vi, \
    il he, ir fa, rs sr, kz kk, al sq, by be, ge ka, hk zh-Hant-HK, ph fil, pk ur, nz en-NZ, \
    au en-AU, cl es-CL, pe es-PE, uy es-UY, ec es-EC, do es-DO, py es-PY, lk si, np ne, bd bn, \
    kh km, jo ar, eg ar, ma ar, iq ar, qa ar, sy ar, ye ar, ly ar, md ro, me sr, xk sq, gh en, \
    ke sw, tz sw, er ti, kp ko, in id, iw he, ji yi, mo ro, sp es, du nl, po pl, jn ja, zn zh-Hans, \
    cht zh-Hant, chs zh-Hans, usa en-US, gbr en-GB
    """)

  /// The folder that was probably meant, by the code of a language that few phones are set to. The
  /// same code is that of a country.
  static let unlikely: [String: (language: String, country: String, meant: String)] = [
    "kr": ("Kanuri", "Korea", "ko"), "tw": ("Twi", "Taiwan", "zh-Hant"),
    "se": ("Northern Sami", "Sweden", "sv"), "ee": ("Ewe", "Estonia", "et"),
    "br": ("Breton", "Brazil", "pt-BR"),
  ]

  /// The two-letter code of a language by its three-letter codes.
  static let short: [String: String] = pairs(
    """
    eng en, ger de, deu de, fre fr, fra fr, spa es, ita it, jpn ja, chi zh, zho zh, por pt, rus ru, \
    kor ko, dut nl, nld nl, pol pl, tur tr, ara ar, swe sv, dan da, nor nb, fin fi, cze cs, ces cs, \
    gre el, ell el, heb he, hun hu, rum ro, ron ro, tha th, ukr uk, vie vi, hin hi, ind id, cat ca, \
    slk sk, slo sk, slv sl, hrv hr, bul bg, srp sr
    """)

  private static func pairs(_ text: String) -> [String: String] {
    var pairs: [String: String] = [:]
    for pair in text.split(separator: ",") {
      let words = pair.split(separator: " ").map(String.init)
      pairs[words[0]] = words[1]
    }
    return pairs
  }
}
