#!/usr/bin/env bash
# Removes the service and all its versions. The games, the configuration and the user whose games they are stay.
set -euo pipefail

DESTDIR=${DESTDIR:-}
purge=''
case ${1:-} in
  '') ;;
  --purge) purge=yes ;;
  -h | --help)
    echo "Usage: sudo systemd/uninstall.sh [--purge]    (--purge: the games, the configuration and the user too)"
    exit
    ;;
  *)
    echo "'$1' is not understood; see $0 --help." >&2
    exit 2
    ;;
esac
if [ -z "$DESTDIR" ] && [ "$(id -u)" != 0 ]; then
  echo "Uninstalling needs root: sudo $0" >&2
  exit 2
fi

ctl() { systemctl ${DESTDIR:+--root="$DESTDIR"} "$@"; }
booted() { [ -d "$DESTDIR/run/systemd/system" ]; }

units=$DESTDIR/etc/systemd/system
for unit in zetlicht zetlicht-board; do
  [ -e "$units/$unit.service" ] || continue
  if booted; then ctl stop "$unit.service"; fi
  ctl disable --quiet "$unit.service"
done
rm -f "$units"/zetlicht.service "$units"/zetlicht-board.service \
  "$units"/zetlicht.service.d/pins.conf "$units"/zetlicht.service.d/backoff.conf \
  "$DESTDIR"/etc/udev/rules.d/60-zetlicht.rules "$DESTDIR"/etc/udev/rules.d/90-zetlicht.rules \
  "$DESTDIR"/etc/modules-load.d/zetlicht.conf "$DESTDIR"/etc/modules-load.d/zetlicht-pins.conf \
  "$DESTDIR"/etc/sysusers.d/zetlicht.conf "$DESTDIR"/etc/tmpfiles.d/zetlicht.conf
# What somebody else put there stays.
rmdir "$units/zetlicht.service.d" 2>/dev/null || true
if [ -L "$DESTDIR/usr/local/bin/zetlicht" ]; then rm "$DESTDIR/usr/local/bin/zetlicht"; fi
rm -rf "$DESTDIR/opt/zetlicht" "$DESTDIR/run/zetlicht-board"
if booted; then
  ctl daemon-reload
  if [ -z "$DESTDIR" ] && [ -S /run/udev/control ]; then udevadm control --reload || true; fi
fi

if [ -n "$purge" ]; then
  rm -rf "$DESTDIR/var/lib/zetlicht" "$DESTDIR/etc/zetlicht"
  if [ -z "$DESTDIR" ] && id zetlicht >/dev/null 2>&1; then userdel zetlicht; fi
  echo "Zetlicht is gone, games and all."
else
  echo "Zetlicht is gone. Your games are in /var/lib/zetlicht, the configuration is in /etc/zetlicht."
fi
