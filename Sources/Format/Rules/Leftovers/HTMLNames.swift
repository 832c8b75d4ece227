// SPDX-License-Identifier: Apache-2.0

/// Names of HTML that passc looks for in text.
enum HTMLNames {
  /// Names of elements, without those that are words in angle brackets more often.
  static let tags: Set<String> = [
    "a", "abbr", "article", "b", "big", "blockquote", "body", "br", "center", "code", "div", "em",
    "font", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "i",
    "iframe", "img", "li", "ol", "p", "pre", "s", "script", "section", "small", "span", "strike",
    "strong", "style", "sub", "sup", "svg", "table", "tbody", "td", "th", "thead", "tr", "tt", "u",
    "ul",
  ]

  /// Names of characters that programs escape, without those that are rare in passes.
  static let entities: Set<String> = [
    "amp", "lt", "gt", "quot", "apos", "nbsp", "shy", "ensp", "emsp", "thinsp", "zwnj", "zwj",
    "iexcl", "cent", "pound", "curren", "yen", "euro", "sect", "copy", "reg", "trade", "ordf",
    "ordm", "laquo", "raquo", "lsaquo", "rsaquo", "lsquo", "rsquo", "sbquo", "ldquo", "rdquo",
    "bdquo", "deg", "plusmn", "sup1", "sup2", "sup3", "micro", "para", "middot", "bull", "hellip",
    "frac12", "frac14", "frac34", "iquest", "times", "divide", "ndash", "mdash", "minus", "larr",
    "rarr", "harr", "star", "check", "hearts", "szlig", "Agrave", "Aacute", "Acirc", "Atilde",
    "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute",
    "Icirc", "Iuml", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "Oslash", "OElig",
    "Scaron", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "ETH", "agrave", "aacute",
    "acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute", "ecirc", "euml",
    "igrave", "iacute", "icirc", "iuml", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml",
    "oslash", "oelig", "scaron", "ugrave", "uacute", "ucirc", "uuml", "yacute", "yuml", "thorn",
    "eth",
  ]
}
