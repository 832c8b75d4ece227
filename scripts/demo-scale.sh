#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# `make demo-scale`: a Spark cluster of two workers on loopback issues ROWS passes from a Parquet
# table into a simulated S3. One worker is killed during the run, and every pass is compared with
# that of `passc issue`. Then keys that are not in files are shown.
#
#   scripts/demo-scale.sh PASSC [ROWS]

set -eu
cd "$(dirname "$0")/.."
passc=$1
rows=${2:-200000}

scripts/spark-python.sh build/spark-venv
echo
echo "$rows passes by Spark into an object store:"
echo
# The folders of Spark and the store are not needed afterwards.
trap 'rm -rf build/demo-scale' EXIT
PYTHONPATH=integrations/spark build/spark-venv/bin/python integrations/spark/demo.py \
  "$passc" templates/bakery-coupon.pass certs-example/ordinary "$rows" build/demo-scale

sh scripts/demo-keys.sh "$passc"
