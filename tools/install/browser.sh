#!/bin/sh
# Installs Chromium, in which test/browser runs the dashboard's page, where it is missing: Debian's package, by apt. Where it
# cannot be had this says why and succeeds, and those tests are skipped with the same reason.
set -eu
cd "$(dirname "$0")/../.."

log=browser.log
say() { echo "browser: $*" >&2; }
. tools/install/apt.sh

# The programs that test/browser/chromium.ts looks for. Ubuntu's package is a stub that starts nothing outside of snap.
works() {
  for program in ${PENSTOCK_CHROMIUM:-} chromium chromium-browser google-chrome; do
    if timeout 30 "$program" --version >/dev/null 2>&1; then return 0; fi
  done
  return 1
}

works && exit 0
command -v apt-get >/dev/null || { say 'there is no Chromium, and no apt-get to install it: the tests in a browser are skipped'; exit 0; }
may_install || { say 'there is no Chromium, and no right to install it: the tests in a browser are skipped'; exit 0; }
say 'installing chromium'
apt_install chromium || { say "apt-get could not install chromium, see $log: the tests in a browser are skipped"; exit 0; }
works || say 'the package chromium starts no browser here: the tests in a browser are skipped'
