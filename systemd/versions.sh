# shellcheck shell=bash disable=SC2034,SC2154
# Knows the versions below /opt/zetlicht: what each needs of the machine, how it is built, examined and named.
# install.sh reads it.

# ---- the machine

# Which libraries the pins need: `pi`, `pi-lgpio` (a Raspberry Pi 5), or nothing on other computers.
model() {
  local known
  known=$(tr '\0' '\n' 2>/dev/null <"$DESTDIR/proc/device-tree/compatible" || true)
  case $known in
    *brcm,bcm2712*) echo pi-lgpio ;;
    *raspberrypi,*) echo pi ;;
  esac
}

python_is() { "$PYTHON" -I -c "$1" >/dev/null 2>&1; }

# The packages that are missing to make this model's environment.
missing_packages() {
  python_is 'import sys; sys.exit(sys.version_info < (3, 11))' || echo python3
  python_is 'import ensurepip, venv' || echo python3-venv
  [ -n "$1" ] || return 0
  command -v gcc >/dev/null || echo build-essential
  python_is 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' || echo python3-dev
  # lgpio comes without a wheel for newer Pythons and for 32 bits, and then is built with swig.
  if [ "$1" = pi-lgpio ] && ! command -v swig >/dev/null &&
    ! python_is 'import platform, sys; sys.exit(sys.version_info >= (3, 13) or platform.machine() != "aarch64")'; then
    printf '%s\n' swig liblgpio-dev
  fi
}

install_packages() {
  local packages
  mapfile -t packages < <(missing_packages "$1")
  [ ${#packages[@]} -gt 0 ] || return 0
  if ! live || ! command -v apt-get >/dev/null; then
    die "Zetlicht needs what Debian calls ${packages[*]}: install that first."
  fi
  say "Installing ${packages[*]}"
  apt-get update -qq || die "apt-get could not fetch the lists of packages: is there a network?"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${packages[@]}" >/dev/null || die "apt-get could not install ${packages[*]}: is there a network?"
  python_is 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    die "$("$PYTHON" --version) is too old: Zetlicht needs Python 3.11, which Debian 12 has."
}

# ---- versions

name_of() { # LINK: the name of the version that it leads to, or nothing
  [ ! -L "$HOME_DIR/$1" ] || basename "$(readlink "$HOME_DIR/$1")"
}

point() { # LINK NAME: lead the link there, in one step that is never seen half done
  ln -sfn "versions/$2" "$HOME_DIR/$1.new"
  mv -T "$HOME_DIR/$1.new" "$HOME_DIR/$1"
}

copy_source() { # FOLDER: what makes a version; pip would write into the original
  local files=(pyproject.toml README.md LICENSE firmware_host rules hardware docs/install.md)
  tar -C "$SOURCE" --exclude=__pycache__ --exclude='*.egg-info' -cf - "${files[@]}" "${LAID[@]/#/systemd/}" |
    tar -C "$1" --no-same-owner -xf -
}

# A name by content: the same source for the same machine is the same version.
version_name() { # FOLDER EXTRAS
  local number sum
  number=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$1/pyproject.toml")
  sum=$({
    cd "$1" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    echo "$2 $("$PYTHON" --version)"
  } | sha256sum)
  echo "$number-${sum:0:10}"
}

build() { # NAME FOLDER MODEL EXTRAS
  local place=$HOME_DIR/versions/$1 file
  say "Building version $1${4:+ with $4}"
  rm -rf "$place"
  building=$place
  "$PYTHON" -m venv "$place"
  "$place/bin/python" -m pip install --quiet --no-cache-dir --disable-pip-version-check \
    --root-user-action=ignore "$2${4:+[$4]}" ||
    die "pip could not install Zetlicht's libraries; nothing has been changed. Is there a network?"
  mkdir -p "$place/$SHARE"
  for file in "${LAID[@]}"; do cp "$2/systemd/$file" "$place/$SHARE/"; done
  cp "$2/docs/install.md" "$place/$SHARE/"
  echo "$3" >"$place/$SHARE/model"
  examine "$place" "$3" || die "Version $1 does not do on this machine; nothing has been changed."
  # Only what is on the disk is whole after a pulled plug.
  sync -f "$place"
  touch "$place/.complete"
  building=''
}

# Whether a version that does not run yet is whole, has the right libraries, and takes the configuration.
examine() { # PLACE MODEL
  local said
  "$1/bin/python" -m pip check --disable-pip-version-check >/dev/null || return 1
  said=$("$1/bin/zetlicht" perft international 3 2>&1) || true
  if [ "$said" != 658 ]; then
    printf 'It does not run: %s\n' "${said##*$'\n'}" >&2
    return 1
  fi
  "$1/bin/python" -I "$1/$SHARE/examine.py" "$2" "$CONFIG"
}

prune() { # keep what is current and what was before it
  local place name
  for place in "$HOME_DIR"/versions/*; do
    name=$(basename "$place")
    [ "$name" = "$(name_of current)" ] || [ "$name" = "$(name_of previous)" ] || rm -rf "$place"
  done
}

