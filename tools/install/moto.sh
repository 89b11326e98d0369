#!/bin/sh
# Installs moto into build/moto, a server of S3 that checks signatures, for test/stores/s3.test.ts. It takes 320 MB, so
# setup.sh does not install it. Does nothing where it is installed already.
set -eu
cd "$(dirname "$0")/../.."

[ -x build/moto/bin/moto_server ] && exit 0
python3 -m venv build/moto
build/moto/bin/pip install --quiet 'moto[s3,server]==5.2.5' >&2
