// SPDX-License-Identifier: Apache-2.0

/// Profiles of the processors whose format is documented.
enum BuiltInProfiles {
  static let texts = [increase, marqeta, wise, enfuce]

  private static let increase = #"""
    {
      "name": "increase",
      "call": { "method": "POST", "path": "/cards/{card}/push_provision" },
      "encodings": { "certificates": "base64", "nonce": "base64", "nonceSignature": "base64" },
      "request": {
        "channel": "apple_pay_in_app",
        "cardholder_name": "{cardholder}",
        "apple_pay_in_app": {
          "certificates": [ { "certificate": "{certificate}" } ],
          "nonce": "{nonce}",
          "nonce_signature": "{nonceSignature}"
        }
      },
      "answer": {
        "encoding": "base64",
        "activationData": "/apple_pay_in_app/activation_data",
        "encryptedPassData": "/apple_pay_in_app/encrypted_pass_data",
        "ephemeralPublicKey": "/apple_pay_in_app/ephemeral_public_key",
        "channel": { "at": "/channel", "is": "apple_pay_in_app" },
        "version": {
          "at": "/apple_pay_in_app/encryption_version", "is": "EV_ECC_v2", "formerly": "ECC_V2"
        }
      }
    }

    """#

  private static let marqeta = #"""
    {
      "name": "marqeta",
      "call": { "method": "POST", "path": "/digitalwalletprovisionrequests/applepay" },
      "card": { "form": "text", "minimum": 1, "maximum": 36 },
      "encodings": { "certificates": "base64", "nonce": "base64", "nonceSignature": "base64" },
      "values": {
        "deviceType": { "is": "MOBILE_PHONE", "oneOf": ["MOBILE_PHONE", "WATCH", "TABLET"] },
        "appVersion": "1.0"
      },
      "request": {
        "card_token": "{card}",
        "device_type": "{deviceType}",
        "provisioning_app_version": "{appVersion}",
        "certificates": ["{certificate}"],
        "nonce": "{nonce}",
        "nonce_signature": "{nonceSignature}"
      },
      "answer": {
        "encoding": "base64",
        "activationData": "/activation_data",
        "encryptedPassData": "/encrypted_pass_data",
        "ephemeralPublicKey": "/ephemeral_public_key"
      }
    }

    """#

  private static let wise = #"""
    {
      "name": "wise",
      "call": {
        "method": "POST",
        "path": "/twcard-data/v1/push-provisioning/encrypted-payload/apple-pay",
        "headers": { "x-tw-twcard-card-token": "{card}" }
      },
      "encodings": { "certificates": "base64", "nonce": "hex", "nonceSignature": "hex" },
      "request": {
        "certificates": ["{certificate}"],
        "nonce": "{nonce}",
        "nonceSignature": "{nonceSignature}"
      },
      "answer": {
        "encoding": "base64",
        "activationData": "/activationData",
        "encryptedPassData": "/encryptedPassData",
        "ephemeralPublicKey": "/ephemeralPublicKey"
      }
    }

    """#

  private static let enfuce = #"""
    {
      "name": "enfuce",
      "call": { "method": "POST", "path": "/v1/{card}/provision/applepay?auditUser={auditUser}" },
      "card": { "form": "integer", "maximum": 19 },
      "encodings": {
        "certificates": "base64", "nonce": "hex-lower", "nonceSignature": "hex-lower"
      },
      "values": { "auditUser": "app" },
      "request": {
        "certificates": ["{certificate}"],
        "nonce": "{nonce}",
        "nonceSignature": "{nonceSignature}"
      },
      "answer": {
        "encoding": "base64",
        "activationData": "/activationData",
        "encryptedPassData": "/encryptedPassData",
        "ephemeralPublicKey": "/ephemeralPublicKey"
      }
    }

    """#
}
