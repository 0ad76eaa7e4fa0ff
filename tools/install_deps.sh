#!/usr/bin/env bash
# The one list of Debian packages that this project needs. Installs those that are missing, with
# apt-get as root or through sudo; does nothing, and needs no network, if all are there.
#   tools/install_deps.sh           what ./tour and ./check need
#   tools/install_deps.sh --full    also what ./check --full needs
set -euo pipefail

packages=(
  cmake pkgconf ninja-build g++ ccache git python3      # the build
  libfmt-dev libcli11-dev nlohmann-json3-dev libre2-dev libxxhash-dev libboost-math-dev  # the tool
  libgtest-dev                                  # tests
  clang-19                                      # generated code must compile with both compilers
  libbenchmark-dev libprotobuf-dev protobuf-compiler libprotobuf-java  # bench/
)
if [[ "${1:-}" == --full ]]; then
  packages+=(clang-format-19 clang-tidy-19 libclang-rt-19-dev)  # lint, sanitizers, libFuzzer
fi

# Any JDK >= 17 with a compiler, jni.h and libjvm.so will do (cmake/CausewayJava.cmake).
have_jdk() {
  local home version
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/java/* /opt/jdk*; do
    if [[ -x $home/bin/javac && -f $home/include/jni.h && -f $home/lib/server/libjvm.so ]]; then
      version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null || true)
      if [[ ${version:-0} -ge 17 ]]; then return 0; fi
    fi
  done
  return 1
}

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  if [[ $status != installed ]]; then missing+=("$package"); fi
done
need_jdk=false
if ! have_jdk; then need_jdk=true; fi
if [[ ${#missing[@]} -eq 0 && $need_jdk == false ]]; then exit 0; fi

if ! command -v apt-get >/dev/null; then
  echo "install_deps.sh: no apt-get here; install what matches: ${missing[*]}" \
    "and a JDK >= 17" >&2
  exit 1
fi
as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "install_deps.sh: neither root nor sudo; as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
if [[ $need_jdk == true ]]; then
  for version in 17 21 25; do
    if apt-cache show "openjdk-$version-jdk-headless" >/dev/null 2>&1; then
      missing+=("openjdk-$version-jdk-headless")
      break
    fi
  done
fi
echo "Installing: ${missing[*]}"
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null
