#!/bin/sh
# tools/package/unpack-debs.sh FOLDER SUITE ARCHITECTURE PACKAGE...: downloads packages of Debian (SUITE bullseye, bookworm, ...)
# or Ubuntu (ubuntu/jammy, ...) and unpacks them, without what they depend on, into a folder, which becomes a small root
# file system. Nothing is installed and no script of a package runs; apt keeps its lists and files beside the folder, and
# checks signatures. Uses the mirror that this machine's apt uses. Prints why where it cannot. ARCHITECTURE `source` unpacks
# the packages' sources, with Debian's patches, each into a folder of its own: FOLDER/PACKAGE.
set -eu

folder=$1 suite=$2 architecture=$3
shift 3
die() { echo "unpack-debs: $suite: $*" >&2; exit 1; }

command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || die 'this system has no apt'
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -E '/debian/$' | sort -u | head -n 1)
[ -n "$mirror" ] || die "apt has no mirror of Debian; run 'apt-get update'"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
case $suite in
  ubuntu/*)
    # Debian has Ubuntu's keys in a package; mirrors have both in neighbouring folders.
    keys=$(dirname "$folder")/ubuntu-keys/usr/share/keyrings/ubuntu-archive-keyring.gpg
    [ -f "$keys" ] || sh "$0" "$(dirname "$folder")/ubuntu-keys" trixie all ubuntu-keyring
    keys=$(cd "$(dirname "$keys")" && pwd)/$(basename "$keys")
    mirror=${mirror%debian/}ubuntu/
    suite=${suite#ubuntu/}
    ;;
esac
[ -f "$keys" ] || die "$keys is missing: install debian-archive-keyring"

state=$folder.apt
rm -rf "$folder" "$state"
mkdir -p "$folder" "$state/lists/partial" "$state/cache/archives/partial"
state=$(cd "$state" && pwd)
touch "$state/status"
index=$architecture kind=deb
case $architecture in
  all) index=amd64 ;;
  source)
    index=amd64 kind=deb-src
    command -v dpkg-source >/dev/null && command -v patch >/dev/null || die 'dpkg-source is missing: install dpkg-dev'
    ;;
esac
echo "$kind [signed-by=$keys] $mirror $suite main" >"$state/sources.list"
apt() {
  apt-get -qq -o Dir::Etc::SourceList="$state/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$state/lists" \
    -o Dir::State::Status="$state/status" -o Dir::Cache="$state/cache" -o APT::Architecture="$index" -o APT::Architectures="$index" \
    -o APT::Sandbox::User=root -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false \
    -o Acquire::IndexTargets::deb::DEP-11-icons-small::DefaultEnabled=false \
    -o Acquire::IndexTargets::deb::DEP-11-icons::DefaultEnabled=false -o Acquire::Retries=3 "$@"
}
apt update >"$state/log" 2>&1 || { sed 's|[a-z]*://[^ ]*||g' "$state/log" >&2; die 'its list of packages could not be had'; }
if [ "$architecture" = source ]; then
  (cd "$state" && apt source "$@" >"$state/log" 2>&1) || { cat "$state/log" >&2; die 'its sources could not be had'; }
  for name in "$@"; do mv "$state/$name"-*/ "$folder/$name"; done
  rm -rf "$state"
  exit
fi
(cd "$state" && apt download "$@" >"$state/log" 2>&1) || { cat "$state/log" >&2; die 'its packages could not be had'; }

# As all systems have been laid out for years, whatever the packages say.
for link in bin sbin lib lib64; do
  mkdir -p "$folder/usr/$link"
  ln -s "usr/$link" "$folder/$link"
done
for deb in "$state"/*.deb; do
  dpkg-deb --fsys-tarfile "$deb" | tar -x --keep-directory-symlink --no-same-owner -C "$folder"
done
rm -rf "$state"
