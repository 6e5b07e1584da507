# SPDX-License-Identifier: MIT
# What the scripts of this folder share. To be sourced by bash, after `set -euo pipefail`.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
minimum_swift=6.2  # swift-tools-version of Package.swift

say() { printf '%s\n' "$*" >&2; }
fail() { say "$(basename "$0"): $*"; exit 1; }

# The packages of the given groups of scripts/packages, one a line.
packages_of() {
  local group
  for group; do
    awk -v group="[$group]" '
      { sub(/#.*/, ""); gsub(/[ \t]/, "") }
      /^\[/ { inside = ($0 == group); next }
      inside && $0 != "" { print }' "$root/scripts/packages"
  done
}

# Installs what is missing of the given groups, and says so first.
require_packages() {
  local wanted missing as_root=()
  mapfile -t wanted < <(packages_of "$@")
  if ! command -v dpkg-query >/dev/null; then
    say "This is not a Debian system, so no packages are installed. Martlet needs the like of:"
    say "  ${wanted[*]}"
    return
  fi
  mapfile -t missing < <(
    comm -23 <(printf '%s\n' "${wanted[@]}" | sort -u) \
      <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null |
        awk '$2 == "installed" { print $1 }' | sort -u))
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing missing Debian packages: ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      fail "installing needs root: run 'apt-get install ${missing[*]}' as root, then this again."
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q >&2 ||
    say "apt-get update failed; trying with the package lists that are there."
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends \
    -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 "${missing[@]}" >&2 ||
    fail "the packages above could not be installed. Is there a network, and room on the disk?"
}

# Puts a Swift toolchain that is new enough first in PATH. $SWIFT names one that is to be taken.
require_swift() {
  local candidate said version others=""
  # Debian has another program called swift (OpenStack's), so each one is asked what it is.
  while read -r candidate; do
    [ -x "$candidate" ] || continue
    said=$("$candidate" --version 2>&1) ||
      { others+=" $candidate does not run (${said%%$'\n'*});"; continue; }
    version=$(sed -nE 's/.*Swift version ([0-9]+\.[0-9]+(\.[0-9]+)?).*/\1/p' <<<"$said" | head -n 1)
    [ -n "$version" ] || continue
    if printf '%s\n' "$minimum_swift" "$version" | sort -V -C; then
      PATH=$(dirname "$candidate"):$PATH
      export PATH
      return
    fi
    others+=" $candidate is $version;"
  done < <(
    [ -z "${SWIFT:-}" ] || printf '%s\n' "$SWIFT"
    type -ap swift || true
    compgen -G '/opt/swift*/usr/bin/swift' || true
    compgen -G '/opt/swift*/bin/swift' || true
    compgen -G '/usr/local/swift*/usr/bin/swift' || true
    compgen -G '/usr/libexec/swift/*/bin/swift' || true
    printf '%s\n' /usr/libexec/swift/bin/swift \
      "${SWIFTLY_BIN_DIR:-${HOME:-/root}/.local/share/swiftly/bin}/swift")
  fail "Martlet needs Swift $minimum_swift or later;${others:-" none was found."} Install it from" \
    "https://www.swift.org/install/linux/ and put it in PATH, in /opt/swift, or name it in SWIFT."
}
