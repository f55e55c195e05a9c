#!/usr/bin/env bash
# Installs Zetlicht as a service, or upgrades it: a version of its own below /opt/zetlicht/versions, an atomic switch
# to it, and back again if it does not do. docs/install.md explains it. Run it as often as you like.
set -euo pipefail
umask 022
unset PYTHONPATH PYTHONHOME CDPATH

usage() {
  cat <<'END'
Usage: sudo systemd/install.sh [--simulated GAME] [--pi5-neopixel] [--no-start]
       sudo systemd/install.sh --rollback

  --simulated GAME  also install a simulated board of this game, for a computer without a real one
  --pi5-neopixel    on a Raspberry Pi 5 also install what drives NeoPixels on its pins (GPL-2.0)
  --no-start        install and enable the service without starting it, as for the image of a card
  --rollback        go back to the version before this one

Environment: DESTDIR, the root folder of the machine that is installed to (this one's); PYTHON (python3).
END
}

DESTDIR=${DESTDIR:-} PYTHON=${PYTHON:-python3} CHECK_S=${ZETLICHT_CHECK_S:-8}
HOME_DIR=$DESTDIR/opt/zetlicht CONFIG=$DESTDIR/etc/zetlicht/board.toml STATE=$DESTDIR/var/lib/zetlicht
SHARE=share/zetlicht
HERE=$(dirname "$(readlink -f "$0")")
SOURCE=$(dirname "$HERE")
LAID=(zetlicht.service zetlicht-board.service pins.conf backoff.conf 60-zetlicht.rules 90-zetlicht.rules modules.conf
  modules-pins.conf sysusers.conf tmpfiles.conf board.toml install.sh versions.sh examine.py uninstall.sh)
simulated='' neopixel='' start=yes deed=install_version changed='' building='' scratch=''

say() { printf '== %s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }
refuse() { printf '%s\n' "$*" >&2; exit 2; }
live() { [ -z "$DESTDIR" ]; }
booted() { [ -d "$DESTDIR/run/systemd/system" ]; }
ctl() { systemctl ${DESTDIR:+--root="$DESTDIR"} "$@"; }

clean_up() {
  [ -z "$scratch" ] || rm -rf "$scratch"
  [ -z "$building" ] || rm -rf "$building"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# shellcheck source=systemd/versions.sh
. "$HERE/versions.sh"

# ---- files outside /opt

put() { # FILE TARGET
  cmp -s "$1" "$DESTDIR$2" && return 0
  install -D -m 644 "$1" "$DESTDIR$2"
  changed=yes
}

drop() { # TARGET
  [ -e "$DESTDIR$1" ] || return 0
  rm "$DESTDIR$1"
  changed=yes
}

lay_files() { # NAME: the files of this version; those that somebody made beside them stay
  local from=$HOME_DIR/versions/$1/$SHARE units=/etc/systemd/system systemd on_pi
  on_pi=$(cat "$from/model")
  systemd=$(ctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p')
  put "$from/zetlicht.service" $units/zetlicht.service
  if [ -n "$on_pi" ]; then
    put "$from/pins.conf" $units/zetlicht.service.d/pins.conf
    put "$from/modules-pins.conf" /etc/modules-load.d/zetlicht-pins.conf
  fi
  if [ "${systemd:-0}" -ge 254 ]; then
    put "$from/backoff.conf" $units/zetlicht.service.d/backoff.conf
  else
    drop $units/zetlicht.service.d/backoff.conf
  fi
  if [ -n "$simulated" ] || [ -e "$DESTDIR$units/zetlicht-board.service" ]; then
    put "$from/zetlicht-board.service" $units/zetlicht-board.service
  fi
  put "$from/60-zetlicht.rules" /etc/udev/rules.d/60-zetlicht.rules
  put "$from/90-zetlicht.rules" /etc/udev/rules.d/90-zetlicht.rules
  put "$from/modules.conf" /etc/modules-load.d/zetlicht.conf
  put "$from/sysusers.conf" /etc/sysusers.d/zetlicht.conf
  put "$from/tmpfiles.conf" /etc/tmpfiles.d/zetlicht.conf
  mkdir -p "$DESTDIR/usr/local/bin"
  ln -sfn /opt/zetlicht/current/bin/zetlicht "$DESTDIR/usr/local/bin/zetlicht"
  if [ -z "$changed" ] || ! booted; then return 0; fi
  ctl daemon-reload
  changed=''
  if live && [ -S /run/udev/control ]; then
    udevadm control --reload || true
    udevadm trigger --subsystem-match=tty || true
    modprobe --all --quiet cdc_acm ch341 cp210x ftdi_sio || true
  fi
}

make_user() {
  local group
  [ "$(id -u)" = 0 ] || return 0
  if command -v systemd-sysusers >/dev/null; then
    systemd-sysusers ${DESTDIR:+--root="$DESTDIR"} zetlicht.conf
  elif live; then
    for group in dialout gpio spi i2c audio zetlicht; do groupadd --force --system "$group"; done
    id zetlicht >/dev/null 2>&1 || useradd --system --gid zetlicht --groups dialout,gpio,spi,i2c,audio \
      --home-dir /var/lib/zetlicht --no-create-home --shell /usr/sbin/nologin zetlicht
  fi
  if command -v systemd-tmpfiles >/dev/null; then
    systemd-tmpfiles ${DESTDIR:+--root="$DESTDIR"} --create zetlicht.conf
  fi
}

make_config() { # PLACE: a configuration if there is none; what somebody wrote is never touched
  [ ! -e "$CONFIG" ] || return 0
  mkdir -p "$(dirname "$CONFIG")"
  if [ -z "$simulated" ]; then
    install -m 644 "$1/$SHARE/board.toml" "$CONFIG"
    say "Wrote $CONFIG, an example: make it your board's"
    return 0
  fi
  "$1/bin/python" -I "$1/$SHARE/examine.py" --simulated "$simulated" >"$CONFIG.new" || { rm "$CONFIG.new"; exit 2; }
  mv "$CONFIG.new" "$CONFIG"
  say "Wrote $CONFIG, for a simulated board"
}

# ---- the switch

# The games' files, so that the old version finds them as it left them if the new one changes their form.
journals() { (cd "$STATE" && find . -name 'journal.sqlite3*' -print0); }

keep_journals() { # ARCHIVE
  [ -d "$STATE" ] || return 0
  journals | tar -C "$STATE" --null -T - -cf "$STATE/$1"
}

bring_journals_back() { # ARCHIVE OTHER: what they have become is kept as OTHER
  [ -e "$STATE/$1" ] || return 0
  keep_journals "$2"
  journals | (cd "$STATE" && xargs -0 -r rm -f)
  tar -C "$STATE" -xpf "$STATE/$1"
}

# Whether the service starts, stays, and says that it is well.
settles() {
  local pid second
  ctl start zetlicht.service || return 1
  pid=$(ctl show --property=MainPID --value zetlicht.service)
  for ((second = 0; second < CHECK_S; second++)); do
    sleep 1
    ctl is-active --quiet zetlicht.service || return 1
    [ "$(ctl show --property=MainPID --value zetlicht.service)" = "$pid" ] || return 1
  done
  RUNTIME_DIRECTORY=$DESTDIR/run/zetlicht "$HOME_DIR/current/bin/zetlicht" status --config "$CONFIG" >/dev/null
}

switch_to() { # NAME
  local old
  old=$(name_of current)
  if [ -n "$start" ]; then
    ctl stop zetlicht.service 2>/dev/null || true
    keep_journals before-switch.tar
  fi
  point current "$1"
  lay_files "$1"
  if [ -z "$start" ] || try; then
    if [ -n "$old" ] && [ "$old" != "$1" ]; then point previous "$old"; fi
    rm -f "$STATE/before-switch.tar"
    return 0
  fi
  ctl stop zetlicht.service || true
  journal_of_failure "$1"
  go_back "$1" "$old"
}

try() {
  say "Starting the service, and watching it for $CHECK_S s"
  settles
}

journal_of_failure() { # NAME: what the service said, for whoever reads the terminal
  printf 'Version %s did not stay up.\n' "$1" >&2
  if live && command -v journalctl >/dev/null; then
    journalctl --unit zetlicht --lines 8 --no-pager --output cat >&2 || true
  fi
}

go_back() { # FAILED OLD
  if [ -z "$2" ] || [ "$2" = "$1" ]; then
    rm -f "$HOME_DIR/current"
    ctl disable zetlicht.service 2>/dev/null || true
    die "There is no version to go back to: the service is off. Put right what it says, then run this again."
  fi
  point current "$2"
  lay_files "$2"
  if ! settles; then
    ctl stop zetlicht.service || true
    bring_journals_back before-switch.tar "journals-of-$1.tar"
    settles || die "Version $2, which ran before, does not start any more either: see 'systemctl status zetlicht'."
  fi
  rm -rf "$STATE/before-switch.tar" "$HOME_DIR/versions/$1"
  die "Version $2 is back and runs; version $1 has been removed."
}

# ---- what is done

install_version() {
  local on extras name place
  on=$(model)
  extras=$on
  if [ "$on" = pi-lgpio ] && [ -n "$neopixel" ]; then extras=pi-lgpio,pi5; fi
  install_packages "$on"
  scratch=$(mktemp -d)
  copy_source "$scratch"
  name=$(version_name "$scratch" "$extras")
  place=$HOME_DIR/versions/$name
  if [ -e "$place/.complete" ]; then
    say "Version $name is there already"
    examine "$place" "$on" || die "Version $name does not do on this machine any more; nothing has been changed."
  else
    build "$name" "$scratch" "$on" "$extras"
  fi
  put "$place/$SHARE/sysusers.conf" /etc/sysusers.d/zetlicht.conf
  put "$place/$SHARE/tmpfiles.conf" /etc/tmpfiles.d/zetlicht.conf
  make_user
  make_config "$place"
  run_version "$name"
  prune
  say "Version $name is installed; 'systemctl status zetlicht' says what the board is doing"
}

run_version() { # NAME
  if [ "$1" != "$(name_of current)" ]; then
    switch_to "$1"
  else
    lay_files "$1"
    if [ -n "$start" ] && ! ctl is-active --quiet zetlicht.service; then
      try || die "The service does not stay up: see 'systemctl status zetlicht'."
    fi
  fi
  ctl enable --quiet zetlicht.service
  [ -n "$simulated" ] || return 0
  ctl enable --quiet zetlicht-board.service
  if [ -n "$start" ]; then ctl start zetlicht-board.service; fi
}

roll_back() {
  local name
  name=$(name_of previous)
  [ -e "$HOME_DIR/versions/${name:-none}/.complete" ] || die "There is no version before this one."
  examine "$HOME_DIR/versions/$name" "$(model)" || die "Version $name does not do on this machine any more."
  switch_to "$name"
  say "Version $name is back"
}

while [ $# -gt 0 ]; do
  case $1 in
    --simulated) [ $# -ge 2 ] || refuse "--simulated needs a game, such as international."; simulated=$2; shift ;;
    --pi5-neopixel) neopixel=yes ;;
    --no-start) start='' ;;
    --rollback) deed=roll_back ;;
    -h | --help) usage; exit ;;
    *) refuse "'$1' is not understood; see $0 --help." ;;
  esac
  shift
done

if live && [ "$(id -u)" != 0 ]; then refuse "Installing needs root: sudo $0"; fi
mkdir -p "$HOME_DIR/versions" 2>/dev/null || true
[ -w "$HOME_DIR/versions" ] ||
  die "$HOME_DIR cannot be written: for as long as you install, make the root writable (sudo mount -o remount,rw /)."
exec 9>"$HOME_DIR/.lock"
flock --nonblock 9 || die "Another install.sh is at work; wait until it has ended."
if ! booted; then
  [ -z "$start" ] || say "No systemd runs here: the service will start when this machine does"
  start=''
fi
"$deed"
