// SPDX-License-Identifier: Apache-2.0

/// The character set names in IANA's registry that occur in barcodes.
enum CharacterSetName {
  /// Returns the preferred name of the set, or nil if the registry does not contain the name.
  ///
  /// Letter case is ignored.
  static func preferred(_ name: String) -> String? {
    let name = name.lowercased()
    // The names in nearly every pass need no table. Building the table takes as long as a
    // signature.
    switch name {
    case "iso-8859-1": return "ISO-8859-1"
    case "utf-8": return "UTF-8"
    default: return byName[name]
    }
  }

  /// Returns the registered name for a common misspelling of it.
  static func meant(by name: String) -> String? { byFoldedName[fold(name)] }

  private static let byFoldedName = Dictionary(
    preferredNames.map { (fold($0), $0) }, uniquingKeysWith: { first, _ in first })

  /// The preferred names, for suggestions.
  static let preferredNames = groups.compactMap { $0.split(separator: " ").first.map(String.init) }

  private static func fold(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  private static let byName: [String: String] = {
    var names: [String: String] = [:]
    for group in groups {
      let all = group.split(separator: " ").map(String.init)
      for name in all { names[name.lowercased()] = all[0] }
    }
    return names
  }()

  // The preferred name comes first, followed by the aliases in the registry.
  private static let groups = [
    "US-ASCII ascii iso-ir-6 ANSI_X3.4-1968 ANSI_X3.4-1986 ISO_646.irv:1991 ISO646-US us IBM367 "
      + "cp367 csASCII",
    "UTF-8 csUTF8",
    "UTF-16 csUTF16", "UTF-16BE csUTF16BE", "UTF-16LE csUTF16LE",
    "UTF-32 csUTF32", "UTF-32BE csUTF32BE", "UTF-32LE csUTF32LE", "UTF-7 csUTF7",
    "ISO-8859-1 ISO_8859-1 ISO_8859-1:1987 iso-ir-100 latin1 l1 IBM819 CP819 csISOLatin1",
    "ISO-8859-2 ISO_8859-2 ISO_8859-2:1987 iso-ir-101 latin2 l2 csISOLatin2",
    "ISO-8859-3 ISO_8859-3 ISO_8859-3:1988 iso-ir-109 latin3 l3 csISOLatin3",
    "ISO-8859-4 ISO_8859-4 ISO_8859-4:1988 iso-ir-110 latin4 l4 csISOLatin4",
    "ISO-8859-5 ISO_8859-5 ISO_8859-5:1988 iso-ir-144 cyrillic csISOLatinCyrillic",
    "ISO-8859-6 ISO_8859-6 ISO_8859-6:1987 iso-ir-127 ECMA-114 ASMO-708 arabic csISOLatinArabic",
    "ISO-8859-7 ISO_8859-7 ISO_8859-7:1987 iso-ir-126 ELOT_928 ECMA-118 greek greek8 "
      + "csISOLatinGreek",
    "ISO-8859-8 ISO_8859-8 ISO_8859-8:1988 iso-ir-138 hebrew csISOLatinHebrew",
    "ISO-8859-9 ISO_8859-9 ISO_8859-9:1989 iso-ir-148 latin5 l5 csISOLatin5",
    "ISO-8859-10 ISO_8859-10:1992 iso-ir-157 latin6 l6 csISOLatin6",
    "ISO-8859-13 csISO885913",
    "ISO-8859-14 ISO_8859-14 ISO_8859-14:1998 iso-ir-199 latin8 iso-celtic l8 csISO885914",
    "ISO-8859-15 ISO_8859-15 Latin-9 csISO885915",
    "ISO-8859-16 ISO_8859-16 ISO_8859-16:2001 iso-ir-226 latin10 l10 csISO885916",
    "windows-1250 cswindows1250", "windows-1251 cswindows1251", "windows-1252 cswindows1252",
    "windows-1253 cswindows1253", "windows-1254 cswindows1254", "windows-1255 cswindows1255",
    "windows-1256 cswindows1256", "windows-1257 cswindows1257", "windows-1258 cswindows1258",
    "windows-874 cswindows874", "TIS-620 ISO-8859-11 csTIS620",
    "Shift_JIS MS_Kanji csShiftJIS", "Windows-31J csWindows31J",
    "EUC-JP Extended_UNIX_Code_Packed_Format_for_Japanese csEUCPkdFmtJapanese",
    "ISO-2022-JP csISO2022JP", "ISO-2022-JP-2 csISO2022JP2",
    "GB2312 csGB2312", "GBK CP936 MS936 windows-936 csGBK", "GB18030 csGB18030",
    "HZ-GB-2312", "GB_2312-80 iso-ir-58 chinese csISO58GB231280", "ISO-2022-CN csISO2022CN",
    "Big5 csBig5", "Big5-HKSCS csBig5HKSCS",
    "EUC-KR csEUCKR", "ISO-2022-KR csISO2022KR",
    "KS_C_5601-1987 iso-ir-149 KS_C_5601-1989 KSC_5601 korean csKSC56011987",
    "KOI8-R csKOI8R", "KOI8-U csKOI8U",
    "macintosh mac csMacintosh", "VISCII csVISCII", "hp-roman8 roman8 r8 csHPRoman8",
    "ISO-8859-6-E csISO88596E", "ISO-8859-6-I csISO88596I", "ISO-8859-8-E csISO88598E",
    "ISO-8859-8-I csISO88598I", "JIS_X0201 X0201 csHalfWidthKatakana",
    "ISO-10646-UCS-2 csUnicode", "ISO-10646-UCS-4 csUCS4", "SCSU csSCSU", "CESU-8 csCESU8",
    "IBM437 cp437 437 csPC8CodePage437", "IBM850 cp850 850 csPC850Multilingual",
    "IBM852 cp852 852 csPCp852", "IBM855 cp855 855 csIBM855", "IBM857 cp857 857 csIBM857",
    "IBM00858 CCSID00858 CP00858 PC-Multilingual-850+euro csIBM00858",
    "IBM860 cp860 860 csIBM860", "IBM861 cp861 861 cp-is csIBM861",
    "IBM862 cp862 862 csPC862LatinHebrew", "IBM863 cp863 863 csIBM863", "IBM864 cp864 csIBM864",
    "IBM865 cp865 865 csIBM865", "IBM866 cp866 866 csIBM866", "IBM869 cp869 869 cp-gr csIBM869",
    "IBM037 cp037 ebcdic-cp-us ebcdic-cp-ca ebcdic-cp-wt ebcdic-cp-nl csIBM037",
    "IBM500 CP500 ebcdic-cp-be ebcdic-cp-ch csIBM500", "IBM1047 IBM-1047 csIBM1047",
  ]
}
