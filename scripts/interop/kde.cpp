// SPDX-License-Identifier: Apache-2.0
//
// Reads bundles with KDE's pass library (KPkPass, used by Itinerary and KMail) and prints JSON Lines.
//
//   kde < LINES    each line: LANGUAGE, a tab, the path of a .pkpass
//
// Debian 12: libkpimpkpass-dev.

#include <KPkPass/Barcode>
#include <KPkPass/BoardingPass>
#include <KPkPass/Field>
#include <KPkPass/Location>
#include <KPkPass/Pass>

#include <QColor>
#include <QCryptographicHash>
#include <QDateTime>
#include <QGuiApplication>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QUrl>

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

namespace {

// A time in seconds since 1970 with its offset, or null if there is no time.
QJsonValue moment(const QDateTime &time)
{
    if (!time.isValid()) {
        return QJsonValue::Null;
    }
    return QJsonObject{{QStringLiteral("seconds"), double(time.toSecsSinceEpoch())},
                       {QStringLiteral("offset"), time.offsetFromUtc()}};
}

QJsonValue value(const QVariant &variant)
{
    switch (int(variant.type())) {
    case QVariant::DateTime:
        return QJsonObject{{QStringLiteral("date"), moment(variant.toDateTime())}};
    case QVariant::Double:
    case QVariant::Int:
    case QVariant::LongLong:
        return variant.toDouble();
    case QVariant::Bool:
        return variant.toBool();
    default:
        return variant.toString();
    }
}

QJsonArray fields(const QVector<KPkPass::Field> &all)
{
    QJsonArray list;
    for (const auto &field : all) {
        list.append(QJsonObject{
            {QStringLiteral("key"), field.key()},
            {QStringLiteral("label"), field.label()},
            {QStringLiteral("value"), value(field.value())},
            {QStringLiteral("shown"), field.valueDisplayString()},
            {QStringLiteral("changeMessage"), field.changeMessage()},
            {QStringLiteral("isRight"), bool(field.textAlignment() & Qt::AlignRight)},
        });
    }
    return list;
}

// The size and pixels of an image. Two files with the same picture give equal results.
QJsonValue picture(const QImage &image)
{
    if (image.isNull()) {
        return QJsonValue::Null;
    }
    const auto plain = image.convertToFormat(QImage::Format_RGBA8888);
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (int row = 0; row < plain.height(); ++row) {
        hash.addData(reinterpret_cast<const char *>(plain.constScanLine(row)), plain.width() * 4);
    }
    return QJsonObject{{QStringLiteral("width"), plain.width()},
                       {QStringLiteral("height"), plain.height()},
                       {QStringLiteral("pixels"), QString::fromLatin1(hash.result().toHex())}};
}

QString colour(const QColor &color)
{
    return color.isValid() ? color.name() : QString();
}

QJsonObject pass(const KPkPass::Pass &pass)
{
    static const char *const formats[] = {"", "QR", "PDF417", "Aztec", "Code128"};
    static const char *const types[] = {"boardingPass", "coupon", "eventTicket", "generic", "storeCard"};
    QJsonArray barcodes;
    for (const auto &code : pass.barcodes()) {
        barcodes.append(QJsonObject{
            {QStringLiteral("format"), QLatin1String(formats[code.format()])},
            {QStringLiteral("message"), code.message()},
            {QStringLiteral("messageEncoding"), code.messageEncoding()},
            {QStringLiteral("altText"), code.alternativeText()},
        });
    }
    QJsonArray locations;
    for (const auto &place : pass.locations()) {
        locations.append(QJsonObject{
            {QStringLiteral("latitude"), place.latitude()},
            {QStringLiteral("longitude"), place.longitude()},
            {QStringLiteral("relevantText"), place.relevantText()},
        });
    }
    QJsonObject images;
    for (const char *name : {"icon", "logo", "strip", "background", "footer", "thumbnail"}) {
        for (unsigned scale = 1; scale <= 3; ++scale) {
            const auto key = QStringLiteral("%1@%2x").arg(QLatin1String(name)).arg(scale);
            images.insert(key, picture(pass.image(QLatin1String(name), scale)));
        }
    }
    QJsonObject facts{
        {QStringLiteral("type"), QLatin1String(types[pass.type()])},
        {QStringLiteral("description"), pass.description()},
        {QStringLiteral("organizationName"), pass.organizationName()},
        {QStringLiteral("passTypeIdentifier"), pass.passTypeIdentifier()},
        {QStringLiteral("serialNumber"), pass.serialNumber()},
        {QStringLiteral("logoText"), pass.logoText()},
        {QStringLiteral("groupingIdentifier"), pass.groupingIdentifier()},
        {QStringLiteral("webServiceURL"), pass.webServiceUrl().toString()},
        {QStringLiteral("authenticationToken"), pass.authenticationToken()},
        {QStringLiteral("voided"), pass.isVoided()},
        {QStringLiteral("expirationDate"), moment(pass.expirationDate())},
        {QStringLiteral("relevantDate"), moment(pass.relevantDate())},
        {QStringLiteral("backgroundColor"), colour(pass.backgroundColor())},
        {QStringLiteral("foregroundColor"), colour(pass.foregroundColor())},
        {QStringLiteral("labelColor"), colour(pass.labelColor())},
        {QStringLiteral("barcodes"), barcodes},
        {QStringLiteral("locations"), locations},
        {QStringLiteral("headerFields"), fields(pass.headerFields())},
        {QStringLiteral("primaryFields"), fields(pass.primaryFields())},
        {QStringLiteral("secondaryFields"), fields(pass.secondaryFields())},
        {QStringLiteral("auxiliaryFields"), fields(pass.auxiliaryFields())},
        {QStringLiteral("backFields"), fields(pass.backFields())},
        {QStringLiteral("images"), images},
    };
    if (const auto boarding = dynamic_cast<const KPkPass::BoardingPass *>(&pass)) {
        static const char *const transits[] = {"Air", "Boat", "Bus", "Train", "Generic"};
        facts.insert(QStringLiteral("transitType"), QLatin1String(transits[boarding->transitType()]));
    }
    return facts;
}

}

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication app(argc, argv);
    std::string line;
    while (std::getline(std::cin, line)) {
        const auto tab = line.find('\t');
        const auto language = QString::fromStdString(line.substr(0, tab));
        const auto path = QString::fromStdString(line.substr(tab + 1));
        QLocale::setDefault(QLocale(language));
        QJsonObject said{{QStringLiteral("language"), language}, {QStringLiteral("path"), path}};
        if (std::unique_ptr<KPkPass::Pass> found{KPkPass::Pass::fromFile(path)}) {
            said.insert(QStringLiteral("pass"), pass(*found));
        }
        std::puts(QJsonDocument(said).toJson(QJsonDocument::Compact).constData());
        std::fflush(stdout);
    }
}
