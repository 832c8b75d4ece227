// SPDX-License-Identifier: Apache-2.0

extension HeaderWords {
  /// The words of languages in which passc has no labels for passes. In each language, special words
  /// come before general ones.
  static let others: [Entry] =
    portuguese + turkish + czech + greek + russian + swedish + danish + arabic + chinese + korean

  private static let portuguese = [
    Entry(.mail, .pt, "correio eletr"),
    Entry(.secret, .pt, "senha|conta bancária"),
    Entry(.phone, .pt, "telemóvel|celular|telefone"),
    Entry(.expires, .pt, "válido até|valido até|validade|vencimento|expira"),
    Entry(.date, .pt, "nascimento|desde|adesão"),
    Entry(.name, .pt, "nome completo|=nome|=cliente|=sócio|=titular"),
    Entry(.lastName, .pt, "sobrenome|apelido"),
    Entry(.points, .pt, "pontos"),
    Entry(.balance, .pt, "saldo|valor|=preço|crédito"),
    Entry(.serial, .pt, "número|nº|cartão|código|matrícula"),
    Entry(.tier, .pt, "nível|categoria|=plano|=tipo"),
    Entry(.event, .pt, "evento"), Entry(.venue, .pt, "=local"),
  ]
  private static let turkish = [
    Entry(.mail, .tr, "e posta|eposta"),
    Entry(.secret, .tr, "şifre|parola|kimlik no|=tc no"),
    Entry(.phone, .tr, "telefon|cep tel|=gsm|=cep"),
    Entry(.expires, .tr, "son kullanma|geçerlilik|bitiş|son tarih|son gün"),
    Entry(.date, .tr, "tarih|doğum|üyelik başlangıcı|başlangıç"),
    Entry(.name, .tr, "adı soyadı|ad soyad|=isim|=müşteri|=üye|=ad soyadı"),
    Entry(.firstName, .tr, "=ad|=adı"), Entry(.lastName, .tr, "soyad"),
    Entry(.points, .tr, "puan"),
    Entry(.balance, .tr, "bakiye|tutar|=fiyat|=ücret"),
    Entry(
      .serial, .tr, "kart no|kart numarası|üye no|üye numarası|müşteri no|bilet no|=numara|=no"),
    Entry(.tier, .tr, "seviye|=kategori|=tür|=sınıf|üyelik tipi"),
    Entry(.event, .tr, "etkinlik|konser"), Entry(.venue, .tr, "=mekan|=yer|=salon"),
  ]
  private static let czech = [
    Entry(.secret, .cs, "heslo|číslo účtu|rodné číslo"),
    Entry(.phone, .cs, "telefon|=mobil"),
    Entry(.code, .cs, "=psč"),
    Entry(.expires, .cs, "platnost|platí do|platná do|platný do|expirace"),
    Entry(.date, .cs, "datum|narození|členem od"),
    Entry(.name, .cs, "jméno a příjmení|příjmení a jméno|celé jméno|=zákazník|=člen|=čtenář"),
    Entry(.firstName, .cs, "jméno|křestní"), Entry(.lastName, .cs, "příjmení"),
    Entry(.points, .cs, "=body|počet bodů|=bodů"),
    Entry(.balance, .cs, "zůstatek|kredit|částka|=cena"),
    Entry(.serial, .cs, "číslo|=kód|=č"),
    Entry(.tier, .cs, "úroveň|=stupeň|=kategorie|=tarif|členství"),
    Entry(.event, .cs, "akce|koncert|představení"), Entry(.venue, .cs, "=místo|=sál"),
  ]
  private static let greek = [
    Entry(.mail, .el, "ηλεκτρονικ"),
    Entry(.secret, .el, "κωδικός πρόσβασης|αφμ|λογαριασμ"),
    Entry(.phone, .el, "τηλέφωνο|κινητό"),
    Entry(.expires, .el, "λήξη|λήγει|ισχύει έως|ισχύς"),
    Entry(.date, .el, "ημερομηνία|εγγραφή|γέννηση"),
    Entry(.name, .el, "ονοματεπώνυμο|=πελάτης|=μέλος"),
    Entry(.firstName, .el, "=όνομα"), Entry(.lastName, .el, "επώνυμο|επίθετο"),
    Entry(.points, .el, "πόντοι|βαθμοί"),
    Entry(.balance, .el, "υπόλοιπο|ποσό|=τιμή"),
    Entry(.serial, .el, "αριθμός|κωδικός|=α α"),
    Entry(.tier, .el, "επίπεδο|κατηγορία|βαθμίδα"),
    Entry(.event, .el, "εκδήλωση|συναυλία"), Entry(.venue, .el, "χώρος|τοποθεσία"),
  ]
  private static let russian = [
    Entry(.mail, .ru, "почта"),
    Entry(.secret, .ru, "пароль|паспорт|снилс|=инн|номер сч|расчетный сч|банковск"),
    Entry(.phone, .ru, "телефон|мобильн"),
    Entry(.expires, .ru, "действует до|действительн|срок|годен до|истекает"),
    Entry(.date, .ru, "=дата|дата |рожден|с какого"),
    Entry(.name, .ru, "=фио|полное имя|=клиент|=участник|имя и фамилия|фамилия имя"),
    Entry(.firstName, .ru, "=имя"), Entry(.lastName, .ru, "фамилия"),
    Entry(.points, .ru, "баллы|баллов|бонус"),
    Entry(.balance, .ru, "баланс|остаток|сумма|=цена"),
    Entry(.serial, .ru, "номер|=№|=код|№ "),
    Entry(.tier, .ru, "уровень|=статус|категория|=тариф"),
    Entry(.event, .ru, "мероприятие|концерт|событие"), Entry(.venue, .ru, "=место|=зал"),
  ]
  private static let swedish = [
    Entry(.mail, .sv, "e post"),
    Entry(.secret, .sv, "lösenord|personnummer"),
    Entry(.phone, .sv, "=telefon|=mobil"),
    Entry(.expires, .sv, "giltig till|giltigt till|giltig t o m|=giltig|=utgår|förfaller"),
    Entry(.date, .sv, "datum|medlem sedan|=född"),
    Entry(.firstName, .sv, "förnamn"), Entry(.lastName, .sv, "efternamn"),
    Entry(.name, .sv, "=namn|=kund|=medlem"),
    Entry(.points, .sv, "poäng"),
    Entry(.balance, .sv, "saldo|belopp|=pris"),
    Entry(.serial, .sv, "medlemsnummer|medlemsnr|kortnummer|kortnr|kundnummer|kundnr|=nummer"),
    Entry(.tier, .sv, "nivå|kategori"),
    Entry(.event, .sv, "evenemang"), Entry(.venue, .sv, "=plats|=lokal"),
  ]
  private static let danish = [
    Entry(.mail, .da, "e post|=mail"),
    Entry(.secret, .da, "adgangskode|passord|=cpr"),
    Entry(.phone, .da, "=telefon|=mobil|=tlf"),
    Entry(.expires, .da, "gyldig til|=gyldig|udløb|utløp"),
    Entry(.date, .da, "dato|medlem siden|=født"),
    Entry(.firstName, .da, "fornavn"), Entry(.lastName, .da, "efternavn|etternavn"),
    Entry(.name, .da, "=navn|=kunde|=medlem"),
    Entry(.points, .da, "=point|poeng"),
    Entry(.balance, .da, "saldo|beløb|beløp|=pris"),
    Entry(
      .serial, .da,
      "medlemsnummer|medlemsnr|kortnummer|kortnr|kundenummer|kundenr|kunde nr|kort nr|=nummer"),
    Entry(.tier, .da, "niveau|nivå|kategori"),
    Entry(.event, .da, "begivenhed|arrangement"), Entry(.venue, .da, "=sted"),
  ]
  private static let arabic = [
    Entry(.mail, .ar, "البريد"),
    Entry(.secret, .ar, "كلمة المرور|كلمة السر"),
    Entry(.phone, .ar, "الهاتف|الجوال|الموبايل"),
    Entry(.expires, .ar, "انتهاء|الانتهاء|صالح حتى|صلاحية"),
    Entry(.firstName, .ar, "الاسم الأول"), Entry(.lastName, .ar, "اسم العائلة|اللقب"),
    Entry(.date, .ar, "تاريخ"),
    Entry(.name, .ar, "الاسم|=اسم|العميل|العضو"),
    Entry(.points, .ar, "النقاط|نقاط"),
    Entry(.balance, .ar, "الرصيد|رصيد|المبلغ|السعر"),
    Entry(.serial, .ar, "رقم|الرقم|=الكود"),
    Entry(.tier, .ar, "المستوى|الفئة|مستوى"),
    Entry(.event, .ar, "الفعالية"), Entry(.venue, .ar, "المكان|القاعة"),
  ]
  private static let chinese = [
    Entry(.mail, .zh, "邮箱|邮件|電子郵件"),
    Entry(.secret, .zh, "密码|密碼|身份证|银行"),
    Entry(.phone, .zh, "电话|手机|電話|手機"),
    Entry(.code, .zh, "邮编"),
    Entry(.expires, .zh, "有效期|到期|有效至|失效"),
    Entry(.date, .zh, "日期|生日|注册"),
    Entry(.name, .zh, "姓名|=名字|客户|會員姓名"),
    Entry(.points, .zh, "积分|積分|点数|點數"),
    Entry(.balance, .zh, "余额|餘額|金额|金額|价格"),
    Entry(.serial, .zh, "卡号|卡號|编号|編號|会员号|會員編號|票号|序号"),
    Entry(.tier, .zh, "等级|等級|级别|类型|会员类型"),
    Entry(.event, .zh, "活动|活動|演出"), Entry(.venue, .zh, "地点|地點|场馆"),
  ]
  private static let korean = [
    Entry(.mail, .ko, "이메일|메일"),
    Entry(.secret, .ko, "비밀번호|계좌|주민"),
    Entry(.phone, .ko, "전화|휴대폰|연락처|핸드폰"),
    Entry(.code, .ko, "우편번호"),
    Entry(.expires, .ko, "유효기간|만료|유효 기간"),
    Entry(.date, .ko, "날짜|생년월일|가입일|일자"),
    Entry(.name, .ko, "이름|성명|고객명|회원명"),
    Entry(.points, .ko, "포인트|점수"),
    Entry(.balance, .ko, "잔액|금액|가격"),
    Entry(.serial, .ko, "번호|회원 id|=코드"),
    Entry(.tier, .ko, "등급|구분|레벨"),
    Entry(.event, .ko, "행사|공연|이벤트"), Entry(.venue, .ko, "장소"),
  ]
}
