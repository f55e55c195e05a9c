#!/bin/bash
# In a private mount namespace (root): /proc/cpuinfo of a Raspberry Pi, and a /dev with an SPI bus and a GPIO
# chip (NO_SPI, NO_GPIO leave them out). Usage: CPUINFO=file FOLDER=empty-folder pi_namespace.sh command …
set -e
mount --bind "${CPUINFO:?the cpuinfo to show}" /proc/cpuinfo
dev=${FOLDER:?an empty folder}
mount -t tmpfs -o mode=755 tmpfs "$dev"
for node in null zero full random urandom tty; do
  touch "$dev/$node"
  mount --bind "/dev/$node" "$dev/$node"
done
mkdir "$dev/pts" "$dev/shm"
mount --bind /dev/pts "$dev/pts"
mount --bind /dev/shm "$dev/shm"
ln -s pts/ptmx "$dev/ptmx"
for link in fd stdin stdout stderr; do ln -s "$(readlink /dev/$link)" "$dev/$link"; done
[ -n "$NO_SPI" ] || mknod "$dev/spidev0.0" c 153 0
[ -n "$NO_GPIO" ] || mknod "$dev/gpiochip0" c 254 0
mount --rbind "$dev" /dev
exec "$@"
