// SPDX-License-Identifier: Apache-2.0

/// The topics of `passc help TOPIC`, for users who do not have the documentation pages.
package struct HelpTopic: Sendable {
  /// The word after `passc help`.
  package let name: String
  /// One line for the list of topics.
  let summary: String
  /// The page. Indented lines are examples and tables, at most 80 characters wide.
  package let text: String

  /// All topics in the order of the list.
  package static let all = [
    identity, templates, data, keys, google, exitCodes, reports, environment,
  ]

  static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

  /// Returns the page for lines of the given width.
  func text(columns: Int) -> String {
    HelpParagraph(columns: columns).text("passc help \(name): \(summary)\n\n\(text)") + "\n"
  }
}

extension HelpTopic {
  fileprivate static let identity = HelpTopic(
    name: "identity", summary: "Give passc the certificate and key that sign.",
    text: """
      A signing identity has three parts: your signing certificate, its private key, and Apple's \
      WWDR intermediate certificate. The easiest way is a folder with all of them. passc looks at \
      the content of the files, so their names do not matter:

        passc build gym.pass --identity my-identity
        export PASSC_IDENTITY=my-identity      # then --identity is not needed
        passc cert doctor my-identity          # shows what is in it

      If a folder has several signing certificates, passc uses the one for the pass type \
      identifier of the template whose key is there and which is valid. Of several such \
      certificates it uses the one that expires last.

      You can also name the parts one by one. Each value is a file in PEM, DER or PKCS #12 form, \
      or env:NAME for a variable with PEM or Base64:

        --certificate <file>     the signing certificate
        --key <file|uri>         its private key, or pkcs11:URI for a key in a token
        --wwdr <file>            the WWDR intermediate certificate
        --password-file <file>   the password of the key, or the PIN of the token

      passc also looks for the WWDR certificate in $PASSC_CA_DIR and in ~/.config/passc/ca. \
      Without --password-file it uses $PASSC_PASSWORD, or asks you at the terminal. A password is \
      never an argument.

      A key does not have to be in a file: see passc help keys.

        --sign-with <command>    let a program sign in place of --key
        --in-flight <n>          signatures to request at once (8 for --sign-with)
        --sign-timeout <seconds> how long one signature may take (30, of a token 60)

      To get an identity: passc cert request makes a key and prints the steps at Apple. To try \
      passc without one: passc cert example -o my-identity. No iPhone accepts its passes.
      """)

  fileprivate static let templates = HelpTopic(
    name: "templates", summary: "Write pass.json, template.json and placeholders.",
    text: """
      A template is a folder such as gym.pass:

        pass.json                   the pass, with placeholders
        template.json               columns and settings (optional, never packed)
        icon.png, icon@2x.png, ...  images with the names that Wallet knows
        en.lproj/pass.strings       strings and images of a language
        sample.csv                  sample data (never packed)

      passc packs pass.json, personalization.json, images that Wallet knows, and the same in \
      .lproj folders. Everything else stays out, unless "include" in template.json names it.

      Placeholders are in string values of pass.json and pass.strings:

        {{ points }}                      the value of the column points
        {{ member.name }}                 a member of JSON data
        {{ tier | default: 'Basic' }}     the value, or Basic if it is empty
        {{ name | upper }}                in capitals; lower for small letters
        {{ '{{' }}                        two braces

      An object with "$if": "sauna" disappears if the column sauna is empty, false or 0. With \
      "$if": "!sauna" it is the other way round. A value that is one placeholder of an empty \
      optional column disappears.

      template.json declares columns. Every column is required unless it has "optional" or \
      "default":

        {
          "sample": "sample.csv",
          "columns": {
            "serial":  { "type": "string", "from": "Member No." },
            "points":  { "type": "integer", "default": 0 },
            "balance": { "type": "number", "decimal": "," },
            "expires": { "type": "date", "format": "dd.MM.yyyy",
                         "time": "23:59:59", "zone": "Europe/Berlin" },
            "tier":    { "type": "enum", "values": ["Basic", "Gold"] },
            "photo":   { "type": "file", "optional": true }
          },
          "images": { "thumbnail@2x.png": "{{ photo }}" },
          "allow": { "image.strip.size": "agreed with the brand team" }
        }

      The types are string, integer, number, boolean, date, url, enum, json and file. Other \
      members of template.json:

        extends          the folder of a template this one builds on
        include          further files to pack
        personalization  columns that a sign-up fills
        reader           what an NFC reader shows: name, program, url

      JSON Schema for editors: passc schema pass, passc schema template.
      """)

  fileprivate static let data = HelpTopic(
    name: "data", summary: "Give passc rows: CSV, Excel, JSON, single values.",
    text: """
        --data members.csv         a table: a header, then one row for each pass
        --data members.tsv         the same with tabs
        --data members.xlsx        a sheet of a workbook; --sheet NAME chooses it
        --data members.jsonl       one JSON object a line
        --data member.json         one JSON object
        --data -                   standard input, with --data-format csv
        --set points=120           one value; wins over the data
        --sample 2                 row 2 of --data, or of the template's sample
        --files photos             the folder of files that rows name

      The header of a table has the names of the template's columns. If it has others, write them \
      in template.json: "serial": { "from": "Member No." }.

      CSV follows RFC 4180: cells with the delimiter, quotes or line breaks are in quotes. passc \
      finds the delimiter in the header; --delimiter ';' or --delimiter tab sets it.

      passc reads UTF-8, with or without a byte order mark, and UTF-16 with one. It guesses \
      nothing else. If the bytes are not UTF-8, it stops and names the option to add, such as \
      --encoding windows-1252.

      In a workbook the first row with a value is the header. Dates, numbers and percentages come \
      from their cells, whatever form the sheet shows, so a date column needs no format. Formulas \
      give the value that was stored. Hidden rows are read like any other, with a warning.

      passc rejects cells that a spreadsheet has damaged: 1.23E+12 in place of a long number, \
      #N/A, formulas. A serial number must not occur twice.

      To check a table without building anything:

        passc check gym.pass --data members.csv
        passc issue gym.pass --data members.csv --dry-run
      """)

  fileprivate static let keys = HelpTopic(
    name: "keys", summary: "Sign with a token, an HSM or a key service.",
    text: """
      The private key can stay in a token (a smart card or an HSM), or with a service that signs \
      for you. The certificates still come from --identity, or from --certificate and --wwdr.

      A token, by its PKCS #11 URI (RFC 7512):

        passc build gym.pass --identity my-identity \\
          --key 'pkcs11:token=gym;object=pass?pin-source=file:/run/secrets/pin'

        token, object, id        which token and key; leave out what does not matter
        module-path=FILE         the PKCS #11 module; by default all of p11-kit
        pin-source=file:FILE     a file with the PIN

      Without pin-source, passc uses $PASSC_PIN, then --password-file, or asks you. It rejects a \
      PIN in the URI (pin-value). It tries a PIN once, because tokens lock themselves.

      A program that signs:

        passc issue gym.pass --data members.csv -o passes --identity my-identity \\
          --sign-with 'python3 aws_kms.py alias/wallet' --in-flight 64

      passc starts the program once. They exchange JSON, one object a line:

        to the program    {"id":7,"algorithm":"RSA-PKCS1-SHA256","digest":"<hex>"}
        back              {"id":7,"signature":"<Base64>"}
        or                {"id":7,"error":"throttled","retry":true}

      digest is a SHA-256 to sign as it is. The algorithms are RSA-PKCS1-SHA256 and \
      ECDSA-P256-SHA256 (DER). Up to --in-flight requests are open at once (8), and responses can \
      come in any order. With "retry":true passc asks again, up to 12 times. Each response may \
      take --sign-timeout seconds (30). passc verifies every signature against the certificate.
      """)

  fileprivate static let google = HelpTopic(
    name: "google", summary: "Write google.json for passes of Google Wallet.",
    text: """
      passc google build compiles a template for Google Wallet. google.json, next to pass.json, has \
      what pass.json does not contain. passc never packs it. Every string can have placeholders:

        {
          "type": "loyalty",
          "class": "gym",
          "language": "en",
          "images": { "logo": "https://images.example.com/logo.png" },
          "fields": { "balance": "points", "accountName": "name" },
          "classPatch": { "homepageUri": { "uri": "https://example.com" } }
        }

        type               generic, loyalty, offer, giftCard, eventTicket, flight
                           or transit; by default from the style
        class              the suffix of the class id; by default the template's name
        language           the language of pass.json, unless template.json has it
        images             logo, wideLogo, hero, module: https addresses or files
        fields             keys of fields: balance, secondaryBalance, accountName,
                           accountId, cardNumber, pin
        address            the postal address of the venue
        redemptionChannel  INSTORE, ONLINE or BOTH, for an offer
        redemptionIssuers  issuer ids for Smart Tap, or true for your own
        transitType        BUS, RAIL, TRAM, FERRY or OTHER
        genericType        such as GENERIC_GYM_MEMBERSHIP
        androidPackage     the package name of your Android app
        notification       expiry or upcoming, for a generic pass
        classPatch         members to add to the class, or null to remove one
        objectPatch        the same for the object

      passc google init writes a first google.json. passc sends nothing, and only Google knows \
      what its service accepts.
      """)

  fileprivate static let exitCodes = HelpTopic(
    name: "exit-codes", summary: "Exit codes of every command.",
    text: """
        0   Fine. There may be warnings.
        1   Findings of severity error (with --strict warnings too), rejected rows,
            or an identity that does not fit.
        2   Wrong usage: an unknown option, a value that cannot be right, options
            that do not go together.
        3   The environment failed: a file that cannot be read or decrypted, a wrong
            password, the disk, the network, or nothing was found to check.

      Results are on standard output, everything else is on standard error. The report of passc \
      check is its result.

      --strict turns warnings into errors. --deny CODE turns one code or prefix into an error. \
      --allow CODE silences warnings, and errors that Apple does not document. A --baseline file \
      lists errors that do not fail the run.
      """)

  fileprivate static let reports = HelpTopic(
    name: "reports", summary: "Formats of reports, for CI and other programs.",
    text: """
      The commands that check something print text. --format prints another format, and --report \
      FORMAT=FILE writes one to a file in addition:

        passc check . --report sarif=passc.sarif --report junit=passc.xml
        passc check gym.pkpass --format json

      \(CheckReportFormat.table)

      A finding of JSON Lines has code, severity, basis, effect, bundle, file, line, column, \
      pointer, serial, message, help and notes. Columns count bytes from 1.

      Text prints a code three times for each pass (--limit-per-code) and leaves notes out \
      (--notes shows them). The other formats have everything.

      passc explain CODE explains a finding. $PASSC_RULES_URL gives the findings of SARIF their \
      links.
      """)

  fileprivate static let environment = HelpTopic(
    name: "environment", summary: "Environment variables that passc reads.",
    text: """
        PASSC_IDENTITY      the folder with the signing identity, without --identity
        PASSC_PASSWORD      the password of an encrypted key or .p12
        PASSC_PIN           the PIN of a token
        PASSC_CA_DIR        a folder with WWDR intermediate certificates
        PASSC_RULES_URL     the address of the rules' pages, for links in SARIF
        SOURCE_DATE_EPOCH   seconds since 1970: the signing time, and "today" for
                            checks. The same value gives the same bytes.
        NO_COLOR            no colour, if it is set to anything
        TMPDIR              the folder for temporary files
        COLUMNS             the width of help

      passc also looks for WWDR intermediate certificates in ~/.config/passc/ca.
      """)
}
