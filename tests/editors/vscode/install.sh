#!/bin/sh
# Install code-server, which is VS Code served to a browser, into a folder. Its own install script would download
# builds from elsewhere, so that is left out, and done here with what npm and the system have.
set -eu
cp "$(dirname "$0")/package.json" "$(dirname "$0")/package-lock.json" "$1"
quiet="--no-audit --no-fund --loglevel=error"
cd "$1"
npm ci --ignore-scripts $quiet
npm rebuild argon2 $quiet
cd node_modules/code-server/lib/vscode # whose lock file is not quite that of its package.json, so no npm ci
npm install --omit=dev --ignore-scripts $quiet
npm rebuild @vscode/spdlog native-watchdog @parcel/watcher $quiet
(cd extensions && npm install --omit=dev --ignore-scripts $quiet)
mkdir -p node_modules/@vscode/ripgrep/bin
ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
