#!/bin/sh
# One backup of the database and the keys: docs/operations/deploy/README.md#backups. The arguments are pg_dump's, such as
# the address of the database.
set -eu
umask 077
cd /backups
mkdir -p dumps keys stamp
now="$(date -u +%Y-%m-%dT%H%M%SZ)"
mkdir "keys/$now.partial"
trap 'rm -rf "keys/$now.partial" "dumps/$now.partial"' EXIT
# First, since a dump holds the rows of its start: a key may be retired while it runs.
cp /keys/* "keys/$now.partial"
pg_dump --format=custom --file="dumps/$now.partial" "$@"
mv "keys/$now.partial" "keys/$now"
mv "dumps/$now.partial" "dumps/$now.dump"
find dumps -mindepth 1 -maxdepth 1 -mtime "+$KEEP_DAYS" -exec rm -rf {} +
find keys -mindepth 1 -maxdepth 1 -mtime "+$((KEEP_DAYS + 1))" -exec rm -rf {} +
touch stamp/backup
