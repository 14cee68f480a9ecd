#!/bin/sh
# Installs the Drover agent on Linux or macOS, for this user or, as root, for the system:
#
#   curl -fsSL https://drover.example.org/install.sh | sh -s -- --key K7MP4X
#
# --help lists the options. Running it again changes nothing, or updates the agent to the server's version.

# Other users can read command lines. So the key moves to the environment, and the rest runs in a shell without it.
is_key=
for argument do
  shift
  if [ "$is_key" ]; then
    is_key='' DROVER_ENROLMENT_KEY=$argument
    continue
  fi
  case $argument in
    --key) is_key=yes ;;
    --key=*) DROVER_ENROLMENT_KEY=${argument#--key=} ;;
    *) set -- "$@" "$argument" ;;
  esac
done
export DROVER_ENROLMENT_KEY="${DROVER_ENROLMENT_KEY-}"

exec sh -s -- "$@" <<'END_OF_SCRIPT'
set -eu

server=@SERVER@
line="curl -fsSL $server/install.sh | sh -s --"

usage() {
  cat <<END
Usage: $line [options]

  --key <key>       enrolment key, which the console shows under "Add device"
  --name <name>     name of the device (default: the host name)
  --system          install for the system; needs root, and is the default there
  --user            install for this user, also as root
  --background      start a process in the background instead of a service
  --uninstall       remove the agent, its files and its credential

Further options are those of drover-agent, such as --isolation none or --memory 1024.
END
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'Error: %s\n' "$*" >&2
  exit 1
}

# Folders that this script created, the deepest first.
created=
create_folder() {
  [ ! -d "$1" ] || return 0
  create_folder "$(dirname "$1")"
  mkdir "$1"
  created="$1
$created"
}

# Removes the temporary files, and after a failure everything else that this script created.
clean_up() {
  [ -z "${temporary-}" ] || rm -rf "$temporary"
  [ -z "${unfinished-}" ] || rm -rf "$unfinished"
  printf '%s' "$created" | while IFS= read -r folder; do rmdir "$folder" 2>/dev/null || :; done
}

fetch() {
  if command -v curl >/dev/null; then curl -fsSL --retry 2 -o "$2" "$server$1"
  elif command -v wget >/dev/null; then wget -q -O "$2" "$server$1"
  else fail 'curl or wget is missing. Install one of them.'; fi
}

checksum() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

quote() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

choose_place() {
  scope=${place:+ $place}
  if [ "$place" = --system ] && [ "$(id -u)" != 0 ]; then
    fail 'Installing for the system needs root. Run this as root, or leave out --system to install for this user.'
  fi
  if [ "$(id -u)" = 0 ] && [ "$place" != --user ]; then
    [ "$(uname -s)" != Darwin ] || fail 'On macOS the agent belongs to a user. Run this without sudo.'
    place=--system library=/usr/local/lib/drover-agent launcher=/usr/local/bin/drover-agent
  else
    place=--user library=$HOME/.local/share/drover-agent launcher=$HOME/.local/bin/drover-agent
  fi
}

# Sets `node` to a Node that is new enough for the agent, or leaves it empty.
find_node() {
  node=$(node -p process.execPath 2>/dev/null) || node=
  [ -z "$node" ] ||
    "$node" -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
    node=
}

needed='Install Node 20.19 or newer: https://nodejs.org/download. Then run this again.'

# Sets `download` to what this machine needs: the agent for its Node, or an executable that contains Node.
choose_download() {
  find_node
  if [ "$node" ]; then download=drover-agent.tgz file=main.js; return; fi
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) platform=linux-x64 ;;
    Linux-aarch64 | Linux-arm64) platform=linux-arm64 ;;
    *) fail "Node is missing or too old, and there is no executable of the agent for $(uname -s) on $(uname -m). $needed" ;;
  esac
  download=drover-agent-$platform.gz file=drover-agent
}

unpack() {
  if [ "$node" ]; then
    tar -xzf "$1" -C "$program" --strip-components=1
  else
    gzip -dc <"$1" >"$program/$file"
    chmod 755 "$program/$file"
    "$program/$file" --version >/dev/null 2>&1 ||
      fail "The executable of the agent does not run on this system, which may be too old or have another C library. $needed"
  fi
}

agent() { if [ "$node" ]; then "$node" "$program/main.js" "$@"; else "$program/$file" "$@"; fi; }

# Sets `program` to the folder of the server's version of the agent. Downloads it if it is not there.
install_program() {
  temporary=$(mktemp -d)
  fetch /downloads/checksums.txt "$temporary/checksums.txt" ||
    fail "The agent could not be downloaded from $server. Check the address and the network."
  grep -q '^[0-9a-f]\{64\}  drover-agent\.tgz$' "$temporary/checksums.txt" ||
    fail "$server did not respond like a Drover server. Check the address."
  expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $download\$/\1/p" "$temporary/checksums.txt")
  [ -n "$expected" ] ||
    fail "Node is missing or too old, and $server has no executable of the agent for $platform. $needed
Or add it to the server: npm install --global @drover/agent-$platform"
  program=$library/$(printf '%s' "$expected" | cut -c 1-16)
  [ ! -e "$program/$file" ] || return 0
  fetch "/downloads/$download" "$temporary/$download" ||
    fail "The agent could not be downloaded from $server. Check the address and the network."
  [ "$(checksum "$temporary/$download")" = "$expected" ] ||
    fail 'The downloaded agent does not match its checksum. Nothing was installed. Run this again.'
  unfinished=$program
  create_folder "$program"
  unpack "$temporary/$download"
}

write_launcher() {
  text="#!/bin/sh
exec ${node:+$(quote "$node") }$(quote "$program/$file") \"\$@\""
  [ "$(cat "$launcher" 2>/dev/null)" != "$text" ] || return 0
  create_folder "$(dirname "$launcher")"
  printf '%s\n' "$text" >"$launcher"
  chmod 755 "$launcher"
}

install_agent() {
  [ -n "$DROVER_ENROLMENT_KEY" ] || [ -e "$launcher" ] ||
    fail "The enrolment key is missing. The console shows it under \"Add device\": $line --key <key>"
  choose_download
  umask 022
  trap clean_up EXIT
  trap 'exit 1' HUP INT TERM
  install_program
  # Its own messages say what is wrong.
  agent service install --server "$server" "$@" </dev/null || exit 1
  write_launcher
  unfinished='' created=''
  for other in "$library"/*; do [ "$other" = "$program" ] || rm -rf "$other"; done
  say "Program: $launcher"
  say "To remove it: $line --uninstall$scope"
}

uninstall_agent() {
  if [ ! -e "$launcher" ]; then say 'The Drover agent is not installed here.'; return; fi
  "$launcher" service uninstall --purge "$@" </dev/null || exit 1
  rm -rf "$library" "$launcher"
  say 'The agent is removed from this machine. Remove the device in the console, too.'
}

main() {
  action=install_agent place=''
  for argument do
    shift
    case $argument in
      --help) usage; exit ;;
      --uninstall) action=uninstall_agent ;;
      --system | --user) place=$argument ;;
      *) set -- "$@" "$argument" ;;
    esac
  done
  choose_place
  [ "$place" != --user ] || set -- --user "$@"
  $action "$@"
}

main "$@"
END_OF_SCRIPT
