# Functions that install system packages with apt; sourced by scripts. $log is the file for its output.

# Sets $root to what a command needs in front of it to run as root.
may_install() {
  root=
  [ "$(id -u)" = 0 ] || { root='sudo -n'; command -v sudo >/dev/null && sudo -n true 2>/dev/null; }
}

apt_install() {
  apt="$root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300"
  # If the installation fails, the package lists may be missing or old: update them and try again.
  $apt install -y --no-install-recommends "$@" >$log 2>&1 ||
    { $apt update >$log 2>&1 && $apt install -y --no-install-recommends "$@" >>$log 2>&1; }
}
