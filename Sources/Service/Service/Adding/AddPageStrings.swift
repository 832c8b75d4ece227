// SPDX-License-Identifier: Apache-2.0

/// The strings of the pages behind links, in one language.
struct AddPageStrings: Sendable {
  let language: String
  /// Heading of a page with a pass. `%@` is the description of the pass.
  let title: String
  /// Instruction for the QR code.
  let scan: String
  /// Alternative text of the QR code.
  let code: String
  /// Label above the address.
  let address: String
  /// Label of the link to the pass file, for other wallets.
  let download: String
  /// Label of the button that gets the pass file on an Android phone.
  let get: String
  /// Instruction for opening the pass file on an Android phone.
  let openOnAndroid: String
  /// What Google Wallet does not do with a pass file.
  let limitsOnAndroid: String
  /// Note that the link is personal.
  let personal: String
  /// Note about the expiry. `%@` is a day.
  let until: String
  /// Heading of the page that asks to open Safari.
  let openSafari: String
  /// Instruction for opening Safari.
  let howSafari: String
  /// Label of the link that downloads the pass in the app.
  let tryHere: String
  /// Heading and text for a link that is invalid.
  let unknown: (String, String)
  let expired: (String, String)
  let revoked: (String, String)
  /// Heading and text while the service cannot respond.
  let unavailable: (String, String)

  /// Returns the strings in the best language for a visitor, English if none fits.
  static func of(_ visitor: AddVisitor) -> AddPageStrings {
    let language = visitor.choice(among: all.map(\.language)) ?? "en"
    return all.first { $0.language == language } ?? english
  }

  static let all = [english, german, french, spanish, italian, dutch]

  private static let english = AddPageStrings(
    language: "en", title: "Add to your iPhone: %@",
    scan: "Point your iPhone’s camera at the code and open the link it shows.",
    code: "QR code with the address of this page", address: "Or open this address on your iPhone:",
    download: "Download the pass as a file",
    get: "Get the pass",
    openOnAndroid: "Open the downloaded file with Google Wallet, or with another app for passes.",
    limitsOnAndroid: "Google Wallet does not accept every pass. It does not update "
      + "the pass, and may ask you to unlock your phone each time you open it.",
    personal: "This link is personal: anybody who opens it can add the pass.",
    until: "It works until %@.", openSafari: "Please open this page in Safari",
    howSafari: "This app cannot add passes. Choose “Open in Safari” or “Open in browser” from "
      + "its menu, or copy the address into Safari:",
    tryHere: "Try it here anyway",
    unknown: (
      "This link does not work",
      "Part of the address may be missing. Open it again from the message it came in."
    ),
    expired: ("This link has expired", "Ask the sender for a new one."),
    revoked: ("This link is no longer valid", "Ask the sender for a new one."),
    unavailable: (
      "Not available right now", "You cannot get the pass at the moment. Try again in a minute."
    )
  )

  private static let german = AddPageStrings(
    language: "de", title: "Auf dein iPhone laden: %@",
    scan: "Richte die Kamera deines iPhones auf den Code und öffne den Link, den sie zeigt.",
    code: "QR-Code mit der Adresse dieser Seite",
    address: "Oder öffne diese Adresse auf deinem iPhone:",
    download: "Die Karte als Datei laden",
    get: "Karte laden",
    openOnAndroid: "Öffne die geladene Datei mit Google Wallet oder einer anderen App für Karten.",
    limitsOnAndroid: "Google Wallet nimmt nicht jede Karte an. Die Karte wird dort "
      + "nicht aktualisiert, und vielleicht musst du dein Handy jedes Mal entsperren, wenn du "
      + "sie öffnest.",
    personal: "Die Adresse ist für dich bestimmt: Wer sie öffnet, kann die Karte laden.",
    until: "Sie gilt bis %@.", openSafari: "Bitte öffne diese Seite in Safari",
    howSafari: "Diese App kann keine Karten laden. Wähle in ihrem Menü „In Safari öffnen“ oder „Im "
      + "Browser öffnen“, oder kopiere die Adresse nach Safari:",
    tryHere: "Trotzdem hier versuchen",
    unknown: (
      "Dieser Link funktioniert nicht",
      "Vielleicht fehlt ein Teil der Adresse. Öffne ihn noch einmal aus der Nachricht."
    ),
    expired: ("Dieser Link ist abgelaufen", "Bitte den Absender um einen neuen."),
    revoked: ("Dieser Link gilt nicht mehr", "Bitte den Absender um einen neuen."),
    unavailable: (
      "Gerade geht es nicht",
      "Die Karte ist gerade nicht verfügbar. Versuche es in einer Minute noch einmal."
    ))

  private static let french = AddPageStrings(
    language: "fr", title: "À ajouter à votre iPhone : %@",
    scan: "Visez le code avec l’appareil photo de votre iPhone et ouvrez le lien qu’il affiche.",
    code: "Code QR contenant l’adresse de cette page",
    address: "Ou ouvrez cette adresse sur votre iPhone :",
    download: "Télécharger la carte sous forme de fichier",
    get: "Obtenir la carte",
    openOnAndroid: "Ouvrez le fichier téléchargé avec Google Wallet ou une autre app de cartes.",
    limitsOnAndroid: "Google Wallet n’accepte pas toutes les cartes. Il ne met pas "
      + "la carte à jour et peut vous demander de déverrouiller votre téléphone à chaque "
      + "ouverture.",
    personal: "Cette adresse vous est destinée : quiconque l’ouvre peut ajouter la carte.",
    until: "Elle est valable jusqu’au %@.", openSafari: "Ouvrez cette page dans Safari",
    howSafari: "L’app que vous utilisez affiche elle-même les pages web et ne peut pas ajouter de "
      + "carte. Choisissez dans son menu « Ouvrir dans Safari » ou « Ouvrir dans le navigateur », ou "
      + "copiez l’adresse dans Safari :",
    tryHere: "Essayer ici malgré tout",
    unknown: (
      "Ce lien ne mène nulle part",
      "Une partie de l’adresse s’est peut-être perdue. Rouvrez-le depuis le message d’origine."
    ),
    expired: ("Ce lien a expiré", "Demandez-en un nouveau à l’expéditeur."),
    revoked: ("Ce lien n’est plus valable", "Demandez-en un nouveau à l’expéditeur."),
    unavailable: (
      "Pas pour le moment",
      "La carte n’est pas disponible actuellement. Réessayez dans une minute."
    ))

  private static let spanish = AddPageStrings(
    language: "es", title: "Añadir a tu iPhone: %@",
    scan: "Apunta con la cámara de tu iPhone al código y abre el enlace que muestra.",
    code: "Código QR con la dirección de esta página",
    address: "O abre esta dirección en tu iPhone:", download: "Descargar la tarjeta como archivo",
    get: "Obtener la tarjeta",
    openOnAndroid: "Abre el archivo descargado con Google Wallet o con otra app de tarjetas.",
    limitsOnAndroid: "Google Wallet no admite todas las tarjetas. No actualiza la "
      + "tarjeta y puede pedirte que desbloquees el teléfono cada vez que la abras.",
    personal: "La dirección es para ti: quien la abra puede añadir la tarjeta.",
    until: "Vale hasta el %@.", openSafari: "Abre esta página en Safari",
    howSafari:
      "La app en la que estás muestra las páginas por su cuenta y no puede añadir tarjetas. "
      + "Elige en su menú «Abrir en Safari» o «Abrir en el navegador», o copia la dirección en "
      + "Safari:",
    tryHere: "Intentarlo aquí de todos modos",
    unknown: (
      "Este enlace no lleva a ninguna parte",
      "Quizá se perdió una parte de la dirección. Ábrelo de nuevo desde el mensaje en que llegó."
    ),
    expired: ("Este enlace ha caducado", "Pide uno nuevo a quien te lo envió."),
    revoked: ("Este enlace ya no es válido", "Pide uno nuevo a quien te lo envió."),
    unavailable: (
      "Ahora no es posible",
      "La tarjeta no está disponible en este momento. Inténtalo dentro de un minuto."
    ))

  private static let italian = AddPageStrings(
    language: "it", title: "Da aggiungere al tuo iPhone: %@",
    scan: "Inquadra il codice con la fotocamera dell’iPhone e apri il link che compare.",
    code: "Codice QR con l’indirizzo di questa pagina",
    address: "Oppure apri questo indirizzo sull’iPhone:", download: "Scarica la tessera come file",
    get: "Ottieni la tessera",
    openOnAndroid: "Apri il file scaricato con Google Wallet o con un’altra app per tessere.",
    limitsOnAndroid: "Google Wallet non accetta tutte le tessere. Non aggiorna la "
      + "tessera e può chiederti di sbloccare il telefono ogni volta che la apri.",
    personal: "L’indirizzo è destinato a te: chiunque lo apra può aggiungere la tessera.",
    until: "Vale fino al %@.", openSafari: "Apri questa pagina in Safari",
    howSafari:
      "L’app in cui ti trovi mostra da sé le pagine web e non può aggiungere tessere. Scegli "
      + "nel suo menu “Apri in Safari” o “Apri nel browser”, oppure copia l’indirizzo in Safari:",
    tryHere: "Prova comunque qui",
    unknown: (
      "Questo link non porta da nessuna parte",
      "Forse è andata persa una parte dell’indirizzo. Riaprilo dal messaggio con cui è arrivato."
    ),
    expired: ("Questo link è scaduto", "Chiedine uno nuovo a chi te l’ha inviato."),
    revoked: ("Questo link non è più valido", "Chiedine uno nuovo a chi te l’ha inviato."),
    unavailable: (
      "In questo momento non si può",
      "La tessera non è disponibile al momento. Riprova tra un minuto."
    ))

  private static let dutch = AddPageStrings(
    language: "nl", title: "Zet op je iPhone: %@",
    scan: "Richt de camera van je iPhone op de code en open de link die verschijnt.",
    code: "QR-code met het adres van deze pagina", address: "Of open dit adres op je iPhone:",
    download: "De kaart als bestand downloaden",
    get: "Kaart ophalen",
    openOnAndroid: "Open het gedownloade bestand met Google Wallet of een andere app voor kaarten.",
    limitsOnAndroid: "Google Wallet accepteert niet elke kaart. De kaart wordt daar "
      + "niet bijgewerkt, en misschien moet je je telefoon elke keer ontgrendelen als je de "
      + "kaart opent.",
    personal: "Het adres is voor jou bedoeld: wie het opent, kan de kaart toevoegen.",
    until: "Het is geldig tot en met %@.", openSafari: "Open deze pagina in Safari",
    howSafari: "De app waarin je zit toont webpagina’s zelf en kan geen kaarten toevoegen. Kies in "
      + "het menu ‘Open in Safari’ of ‘Open in browser’, of kopieer het adres naar Safari:",
    tryHere: "Toch hier proberen",
    unknown: (
      "Deze link leidt nergens heen",
      "Misschien is een deel van het adres verloren gegaan. Open hem opnieuw vanuit het bericht."
    ),
    expired: ("Deze link is verlopen", "Vraag de afzender om een nieuwe."),
    revoked: ("Deze link is niet meer geldig", "Vraag de afzender om een nieuwe."),
    unavailable: (
      "Nu even niet", "De kaart is op dit moment niet te krijgen. Probeer het zo nog eens."
    ))
}
