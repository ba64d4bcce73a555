#!/bin/sh
# Runs a command in a session of its own that has a D-Bus and an unlocked, empty Secret Service, and
# leaves nothing of it behind. The keychain of whoever runs it is neither seen nor touched.
# Needs dbus, gnome-keyring, libsecret-1-0, libsecret-tools and libglib2.0-bin (Debian's names).
#
# Usage: with-secret-service.sh COMMAND [ARGUMENT…]
set -eu

if [ "${1:-}" != --inside ]; then
  for program in dbus-run-session gnome-keyring-daemon gdbus secret-tool; do
    if ! command -v "$program" >/dev/null; then
      echo "$program is missing: apt-get install dbus gnome-keyring libsecret-1-0 libsecret-tools libglib2.0-bin" >&2
      exit 127
    fi
  done
  session=$(mktemp -d)
  # Who was on the bus may write for a moment after it has ended.
  trap 'rm -rf "$session" 2>/dev/null || { sleep 1; rm -rf "$session"; }' EXIT
  mkdir -m 700 "$session/data" "$session/run"
  export XDG_DATA_HOME="$session/data" XDG_RUNTIME_DIR="$session/run"
  unset DISPLAY WAYLAND_DISPLAY GNOME_KEYRING_CONTROL DBUS_SESSION_BUS_ADDRESS
  # What the session says for itself is kept apart from what the command says, and shown only where
  # the command could not be run at all.
  status=0
  dbus-run-session -- sh "$0" --inside "$session" "$@" 3>&2 2>"$session/log" || status=$?
  [ -e "$session/ready" ] || cat "$session/log" >&2
  exit "$status"
fi

session=$2
shift 2
echo 'for tests only' >"$session/password"
gnome-keyring-daemon --foreground --unlock --components=secrets <"$session/password" >/dev/null &
keyring=$!
trap 'kill "$keyring" 2>/dev/null; wait "$keyring" 2>/dev/null || true' EXIT
gdbus wait --session --timeout 10 org.freedesktop.secrets
touch "$session/ready"
status=0
"$@" 2>&3 3>&- || status=$?
exit "$status"
