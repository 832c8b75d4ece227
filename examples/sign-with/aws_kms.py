#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signs with a key of AWS KMS, for `passc --sign-with`.

    pip install boto3
    passc build gym.pass --certificate pass.cer --wwdr WWDRG4.cer -o gym.pkpass \
      --sign-with 'python3 aws_kms.py alias/wallet'

Region and credentials are boto3's: environment, profile or the machine's role, which needs
kms:Sign on this key alone. The key is asymmetric, RSA_2048, for SIGN_VERIFY.
"""

import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionError, HTTPClientError, SSLError

from answers import TryAgain, serve

ALGORITHMS = {
    "RSA-PKCS1-SHA256": "RSASSA_PKCS1_V1_5_SHA_256",
    "ECDSA-P256-SHA256": "ECDSA_SHA_256",
}
# What KMS says of itself, not of the key: worth asking again.
PASSING = {
    "ThrottlingException", "LimitExceededException", "KMSInternalException",
    "DependencyTimeoutException", "RequestLimitExceeded", "ServiceUnavailable", "InternalFailure",
}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: aws_kms.py KEY-ID-OR-ALIAS")
    # passc makes the pauses; boto3's own would only make each try longer.
    kms = boto3.client(
        "kms", config=Config(
            max_pool_connections=64, retries={"total_max_attempts": 1},
            # Together less than passc waits (--sign-timeout, 30 s): the question is asked again.
            connect_timeout=5, read_timeout=20))

    def sign(algorithm, digest):
        try:
            answer = kms.sign(
                KeyId=sys.argv[1], Message=digest, MessageType="DIGEST",
                SigningAlgorithm=ALGORITHMS[algorithm])
        except ClientError as why:
            status = why.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
            if status >= 500 or why.response.get("Error", {}).get("Code") in PASSING:
                raise TryAgain(str(why)) from why
            raise
        except SSLError:  # no certificate becomes right by waiting
            raise
        except (ConnectionError, HTTPClientError) as why:  # no connection, no answer in time
            raise TryAgain(str(why)) from why
        return answer["Signature"]

    serve(sign)


main()
