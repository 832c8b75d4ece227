// SPDX-License-Identifier: Apache-2.0

import PassModel

/// The displayed strings of new templates in further languages. German is in `StarterTexts`.
enum StarterTranslations {
  /// The languages of the columns of `table`.
  private static let languages = ["fr", "es", "it", "nl"]

  /// Returns whether there are translations into a language.
  static func has(_ language: String) -> Bool {
    languages.contains(LanguageTag.base(of: language))
  }

  /// Returns an English string in a language. Nil if there is no translation.
  static func text(_ english: String, in language: String) -> String? {
    guard let column = languages.firstIndex(of: LanguageTag.base(of: language)) else { return nil }
    return table[english]?[column]
  }

  private static let table: [String: [String]] = [
    "Membership card of the Example Club": [
      "Carte de membre du Example Club", "Tarjeta de socio del Example Club",
      "Tessera dell'Example Club", "Ledenpas van de Example Club",
    ],
    "Points": ["Points", "Puntos", "Punti", "Punten"],
    "You now have %@ points.": [
      "Vous avez maintenant %@ points.", "Ahora tienes %@ puntos.", "Ora hai %@ punti.",
      "Je hebt nu %@ punten.",
    ],
    "Member": ["Membre", "Socio", "Socio", "Lid"],
    "Tier": ["Statut", "Categoría", "Livello", "Niveau"],
    "Your tier is now %@.": [
      "Votre statut est maintenant %@.", "Tu categoría es ahora %@.", "Il tuo livello ora è %@.",
      "Je niveau is nu %@.",
    ],
    "Valid until": ["Valable jusqu'au", "Válido hasta", "Valido fino al", "Geldig tot"],
    "Your contact": ["Votre contact", "Tu contacto", "Il tuo referente", "Je contactpersoon"],
    "Card number": [
      "Numéro de carte", "Número de tarjeta", "Numero della tessera", "Kaartnummer",
    ],
    "Website": ["Site web", "Sitio web", "Sito web", "Website"],
    "Coupon of the Example Shop": [
      "Bon de réduction de Example Shop", "Cupón de Example Shop", "Buono di Example Shop",
      "Kortingsbon van Example Shop",
    ],
    "off your next order": [
      "sur votre prochaine commande", "en tu próximo pedido", "sul tuo prossimo ordine",
      "op je volgende bestelling",
    ],
    "Code": ["Code", "Código", "Codice", "Code"],
    "Good for": ["Valable pour", "Válido para", "Valido per", "Geldig voor"],
    "Your coupon is now valid until %@.": [
      "Votre bon est maintenant valable jusqu'au %@.", "Tu cupón es ahora válido hasta %@.",
      "Il tuo buono ora è valido fino al %@.", "Je bon is nu geldig tot %@.",
    ],
    "Made out to": ["Au nom de", "A nombre de", "Intestato a", "Op naam van"],
    "Terms": ["Conditions", "Condiciones", "Condizioni", "Voorwaarden"],
    "Once per customer, not together with other coupons.": [
      "Une fois par client, non cumulable avec d'autres bons.",
      "Una vez por cliente, no acumulable con otros cupones.",
      "Una volta per cliente, non cumulabile con altri buoni.",
      "Eén keer per klant, niet samen met andere bonnen.",
    ],
    "Ticket of the Example Theatre": [
      "Billet de l'Example Theatre", "Entrada del Example Theatre",
      "Biglietto dell'Example Theatre", "Kaartje voor het Example Theatre",
    ],
    "Date": ["Date", "Fecha", "Data", "Datum"],
    "Event": ["Spectacle", "Evento", "Evento", "Voorstelling"],
    "Venue": ["Lieu", "Lugar", "Luogo", "Locatie"],
    "Begins": ["Début", "Comienzo", "Inizio", "Aanvang"],
    "It now begins at %@.": [
      "Le début est maintenant à %@.", "Ahora comienza a las %@.", "L'inizio ora è alle %@.",
      "Het begint nu om %@.",
    ],
    "Row": ["Rang", "Fila", "Fila", "Rij"],
    "Seat": ["Place", "Asiento", "Posto", "Stoel"],
    "Guest": ["Spectateur", "Asistente", "Ospite", "Gast"],
    "Ticket number": [
      "Numéro de billet", "Número de billete", "Numero del biglietto", "Kaartnummer",
    ],
    "House rules": ["Règlement", "Normas de la sala", "Regolamento", "Huisregels"],
    "Doors open an hour before it begins. Bags up to A4.": [
      "Ouverture des portes une heure avant. Sacs jusqu'au format A4.",
      "Apertura de puertas una hora antes. Bolsos de hasta tamaño A4.",
      "Apertura delle porte un'ora prima. Borse fino al formato A4.",
      "Deuren open een uur van tevoren. Tassen tot A4-formaat.",
    ],
    "Staff card of Example Works": [
      "Carte du personnel de Example Works", "Tarjeta de empleado de Example Works",
      "Tesserino di Example Works", "Personeelspas van Example Works",
    ],
    "Number": ["Numéro", "Número", "Numero", "Nummer"],
    "Name": ["Nom", "Nombre", "Nome", "Naam"],
    "Role": ["Fonction", "Puesto", "Ruolo", "Functie"],
    "Phone": ["Téléphone", "Teléfono", "Telefono", "Telefoon"],
    "Lost and found": [
      "Objets trouvés", "Objetos perdidos", "Oggetti smarriti", "Gevonden voorwerpen",
    ],
    "Train ticket of Example Railways": [
      "Billet de train de Example Railways", "Billete de tren de Example Railways",
      "Biglietto ferroviario di Example Railways", "Treinkaartje van Example Railways",
    ],
    "Platform": ["Voie", "Vía", "Binario", "Spoor"],
    "Your train now leaves from platform %@.": [
      "Votre train part maintenant de la voie %@.", "Tu tren sale ahora de la vía %@.",
      "Il tuo treno ora parte dal binario %@.", "Je trein vertrekt nu van spoor %@.",
    ],
    "Train": ["Train", "Tren", "Treno", "Trein"],
    "Coach": ["Voiture", "Coche", "Carrozza", "Rijtuig"],
    "Passenger": ["Voyageur", "Pasajero", "Passeggero", "Reiziger"],
    "Departs": ["Départ", "Salida", "Partenza", "Vertrek"],
    "Your train now departs at %@.": [
      "Votre train part maintenant le %@.", "Tu tren sale ahora el %@.",
      "Il tuo treno ora parte il %@.", "Je trein vertrekt nu op %@.",
    ],
    "Meal": ["Repas", "Comida", "Pasto", "Maaltijd"],
    "Membership of the Example Museum": [
      "Adhésion à l'Example Museum", "Tarjeta de socio del Example Museum",
      "Tessera dell'Example Museum", "Lidmaatschap van het Example Museum",
    ],
    "Level": ["Niveau", "Nivel", "Livello", "Niveau"],
    "Your level is now %@.": [
      "Votre niveau est maintenant %@.", "Tu nivel es ahora %@.", "Il tuo livello ora è %@.",
      "Je niveau is nu %@.",
    ],
    "Guests": ["Invités", "Invitados", "Ospiti", "Gasten"],
    "Opening hours": ["Horaires d'ouverture", "Horario", "Orari di apertura", "Openingstijden"],
    "Tuesday to Sunday, 10 am to 6 pm": [
      "Du mardi au dimanche, de 10 h à 18 h", "De martes a domingo, de 10 a 18 h",
      "Da martedì a domenica, dalle 10 alle 18", "Dinsdag tot en met zondag, 10 tot 18 uur",
    ],
    "Patron of": ["Mécène de", "Patrocinador de", "Sostenitore di", "Beschermer van"],
    "Member number": [
      "Numéro de membre", "Número de socio", "Numero di socio", "Lidnummer",
    ],
    "Category": ["Catégorie", "Categoría", "Categoria", "Categorie"],
    "On stage": ["Sur scène", "En escena", "Sul palco", "Op het podium"],
    "Boarding pass of Example Airways": [
      "Carte d'embarquement de Example Airways", "Tarjeta de embarque de Example Airways",
      "Carta d'imbarco di Example Airways", "Instapkaart van Example Airways",
    ],
    "Flight": ["Vol", "Vuelo", "Volo", "Vlucht"],
    "Gate": ["Porte", "Puerta", "Uscita", "Gate"],
    "Your gate is now %@.": [
      "Votre porte est maintenant %@.", "Tu puerta es ahora %@.", "La tua uscita ora è %@.",
      "Je gate is nu %@.",
    ],
    "Boarding": ["Embarquement", "Embarque", "Imbarco", "Instappen"],
    "Boarding now begins at %@.": [
      "L'embarquement commence maintenant à %@.", "El embarque comienza ahora a las %@.",
      "L'imbarco ora inizia alle %@.", "Het instappen begint nu om %@.",
    ],
    "Group": ["Groupe", "Grupo", "Gruppo", "Groep"],
    "Your flight now departs at %@.": [
      "Votre vol part maintenant le %@.", "Tu vuelo sale ahora el %@.",
      "Il tuo volo ora parte il %@.", "Je vlucht vertrekt nu op %@.",
    ],
    "Booking": ["Réservation", "Reserva", "Prenotazione", "Boeking"],
    "Cabin": ["Classe", "Clase", "Classe", "Klasse"],
    "Arrives": ["Arrivée", "Llegada", "Arrivo", "Aankomst"],
  ]
}
