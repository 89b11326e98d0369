#!/bin/sh
# tools/gpu-pack/pack.sh DEST [FOLDER of photos...]: makes one folder that tests and measures the GPU path on a machine that
# has a GPU but no tools. It contains Node.js, the built package, the plugin, nvJPEG if it is installed here, the
# packages that dist imports, the Python package, the GPU tests and benchmarks, data/photos and the given folders (as sets/<its name>).
# DEST/run.sh describes its use.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
limit_mb=60
[ $# -ge 1 ] || { echo "usage: tools/gpu-pack/pack.sh DEST [FOLDER of photos...]" >&2; exit 2; }

die() { echo "pack-gpu: $*" >&2; exit 1; }

mkdir -p "$1"
dest=$(cd "$1" && pwd)
shift
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
# Given folders are relative to the caller's working folder.
mkdir -p "$stage/sets"
for folder; do
  [ -d "$folder" ] || die "$folder is no folder"
  cp -rL "$folder" "$stage/sets/"
done
cd "$root"
[ -f build/Release/penstock.node ] && [ -f dist/index.js ] || die 'build the package first: npm run setup'
[ -f build/Release/penstock_cuda.so ] || die 'build the plugin first: npm run build:cuda'

# The benchmark's programs, which other builds do not make.
cmake --build build --target gpu_kernels gpu_videos jpeg_kernels penstock_tests >pack-gpu.log 2>&1 ||
  { grep -i error pack-gpu.log | head -n 10 >&2; die 'the benchmark programs did not compile; see pack-gpu.log'; }

# --- the package ---

mkdir -p "$stage/build/Release" "$stage/lib" "$stage/test" "$stage/bench" "$stage/data"
cp -r package.json dist "$stage/"
cp build/Release/penstock.node build/Release/penstock_cuda.so "$stage/build/Release/"
cp build/gpu_kernels build/gpu_videos build/jpeg_kernels build/penstock_tests "$stage/build/"
cp -r test/gpu "$stage/test/"
for cases in native/ops/*/gpu-cases.mjs; do
  mkdir -p "$stage/$(dirname "$cases")"
  cp "$cases" "$stage/$cases"
done
mkdir -p "$stage/python" "$stage/test/bridge" && cp -r python/penstock "$stage/python/" && cp test/bridge/gpu_ipc*.py "$stage/test/bridge/"
find "$stage/python" -name __pycache__ -prune -exec rm -rf {} +
mkdir -p "$stage/test/util" && cp -r test/util/functions "$stage/test/util/"
cp -r bench/gpu bench/contest.mjs bench/photos.mjs bench/contenders "$stage/bench/"
cp -r data/photos data/formats data/sounds "$stage/data/"
chmod -R u+w "$stage"
strip --strip-unneeded "$stage/build/Release/"* "$stage/build/"[gjp]*

# The packages that dist imports, and their dependencies.
node -e '
  const { existsSync, readFileSync, readdirSync } = require("fs")
  const files = readdirSync("dist", { recursive: true }).filter((f) => f.endsWith(".js"))
  const found = new Set()
  const add = (name) => {
    const at = `node_modules/${name}/package.json`
    if (found.has(name) || !existsSync(at)) return
    found.add(name)
    for (const needed of Object.keys(JSON.parse(readFileSync(at, "utf8")).dependencies ?? {})) add(needed)
  }
  for (const f of files) {
    for (const [, name] of readFileSync(`dist/${f}`, "utf8").matchAll(/(?:from|import|require)\s*\(?\s*["\x27]((?:@[^/"\x27]+\/)?[^./"\x27][^/"\x27]*)/g))
      if (!name.startsWith("node:")) add(name)
  }
  console.log([...found].join("\n"))' |
  while read -r name; do
    mkdir -p "$stage/node_modules/$(dirname "$name")"
    cp -r "node_modules/$name" "$stage/node_modules/$name"
  done

# nvJPEG comes from the pip wheels, a CUDA toolkit or the system.
for lib in .cuda/nvidia/cu13/lib "${CUDA_HOME:-/usr/local/cuda}/lib64" /usr/lib/x86_64-linux-gnu; do
  if [ -f "$lib/libnvjpeg.so.13" ]; then
    cp -L "$lib/libnvjpeg.so.13" "$stage/lib/"
    break
  fi
done
[ -f "$stage/lib/libnvjpeg.so.13" ] || echo 'pack-gpu: no nvJPEG here: the machine must bring its own' >&2

# --- the folder ---

rm -rf "$dest/sets" "$dest/package.tar.xz" "$dest/run.sh"
mv "$stage/sets" "$dest/sets"
tar -C "$stage" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - . | xz -6 -T0 >"$dest/package.tar.xz"
# Node.js takes longest to compress and does not change, so its archive is kept.
node=$(node -p process.execPath)
stamp=$(node -p 'process.version')-$(cksum <"$node" | cut -d' ' -f1)
if [ ! -f "$dest/node-$stamp.xz" ]; then
  rm -f "$dest"/node-*.xz
  cp "$node" "$stage/node"
  chmod u+w "$stage/node"
  strip --strip-unneeded "$stage/node"
  xz -6 -T0 -c "$stage/node" >"$stage/node.xz"
  mv "$stage/node.xz" "$dest/node-$stamp.xz"
fi
cp tools/gpu-pack/run.sh "$dest/run.sh"
chmod -R u+rwX,go+rX "$dest"
chmod +x "$dest/run.sh"

size=$(du -sk --apparent-size "$dest" | cut -f1)
echo "pack-gpu: $dest, $((size / 1000)) MB"
[ "$size" -lt $((limit_mb * 1000)) ] || die "more than $limit_mb MB: give fewer photos"
