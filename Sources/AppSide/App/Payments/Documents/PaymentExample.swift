// SPDX-License-Identifier: Apache-2.0

package import PassCompanionFindings

extension PaymentExample {
  /// The text of the file.
  package var text: String {
    switch self {
    case .once: Self.onceText
    case .recurring: Self.recurringText
    case .reload: Self.reloadText
    case .deferred: Self.deferredText
    case .multiMerchant: Self.multiMerchantText
    case .coupon: Self.couponText
    }
  }

  private static let start = """
    {
      "countryCode": "DE",
      "currencyCode": "EUR",
      "supportedNetworks": ["visa", "masterCard", "amex"],
      "merchantCapabilities": ["supports3DS"],
    """

  private static let onceText =
    start + """

        "lineItems": [
          { "label": "Day pass", "amount": "12.00" },
          { "label": "Towel", "amount": "3.50" }
        ],
        "total": { "label": "Example Gym", "amount": "15.50" }
      }

      """

  private static let recurringText =
    start + """

        "lineItems": [
          { "label": "Membership", "amount": "9.99", "paymentTiming": "recurring" }
        ],
        "total": { "label": "Example Gym", "amount": "9.99" },
        "recurringPaymentRequest": {
          "paymentDescription": "Gym membership",
          "regularBilling": {
            "label": "Membership",
            "amount": "9.99",
            "paymentTiming": "recurring",
            "recurringPaymentIntervalUnit": "month",
            "recurringPaymentIntervalCount": 1
          },
          "billingAgreement": "Renews each month until you cancel it.",
          "managementURL": "https://example.com/membership"
        }
      }

      """

  private static let reloadText =
    start + """

        "total": { "label": "Example Cafe", "amount": "25.00" },
        "automaticReloadPaymentRequest": {
          "paymentDescription": "Balance of the cafe card",
          "automaticReloadBilling": {
            "label": "Reload",
            "amount": "25.00",
            "paymentTiming": "automaticReload",
            "automaticReloadPaymentThresholdAmount": "10.00"
          },
          "billingAgreement": "Adds 25 euros whenever less than 10 are left.",
          "managementURL": "https://example.com/balance"
        }
      }

      """

  private static let deferredText =
    start + """

        "total": { "label": "Example Hotel", "amount": "299.00" },
        "deferredPaymentRequest": {
          "paymentDescription": "Two nights",
          "deferredBilling": {
            "label": "Room",
            "amount": "299.00",
            "paymentTiming": "deferred",
            "deferredPaymentDate": "P14D"
          },
          "freeCancellationDate": "P14D",
          "freeCancellationDateTimeZone": "Europe/Berlin",
          "managementURL": "https://example.com/booking"
        }
      }

      """

  private static let multiMerchantText =
    start + """

        "lineItems": [
          { "label": "Room", "amount": "299.00" },
          { "label": "Car", "amount": "89.00" }
        ],
        "total": { "label": "Example Travel", "amount": "388.00" },
        "multiTokenContexts": [
          {
            "merchantIdentifier": "merchant.com.example.hotel",
            "externalIdentifier": "hotel-1",
            "merchantName": "Example Hotel",
            "merchantDomain": "hotel.example.com",
            "amount": "299.00"
          },
          {
            "merchantIdentifier": "merchant.com.example.cars",
            "externalIdentifier": "cars-1",
            "merchantName": "Example Cars",
            "merchantDomain": "cars.example.com",
            "amount": "89.00"
          }
        ]
      }

      """

  private static let couponText =
    start + """

        "supportsCouponCode": true,
        "couponCode": "",
        "lineItems": [
          { "label": "Day pass", "amount": "12.00" },
          { "label": "Towel", "amount": "3.50" }
        ],
        "total": { "label": "Example Gym", "amount": "15.50" }
      }

      """
}

/// The documents that examples of findings change.
package enum PaymentSample {
  /// Returns the text of a sample by its name, or nil if there is none.
  package static func text(_ name: String) -> String? {
    switch name {
    case "method.json": method
    case "coupon-update.json", "shipping-contact-update.json", "payment-method-update.json",
      "shipping-method-update.json":
      update
    default: PaymentExample(rawValue: String(name.dropLast(5)))?.text
    }
  }

  private static let method = """
    {
      "version": 3,
      "merchantIdentifier": "merchant.com.example.gym",
      "countryCode": "DE",
      "supportedNetworks": ["visa", "masterCard"],
      "merchantCapabilities": ["supports3DS"]
    }

    """
  private static let update = """
    {
      "newTotal": { "label": "Example Gym", "amount": "12.00" }
    }

    """
}
