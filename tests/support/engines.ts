/** Runs the same cases on SQLite and on Postgres. Without Postgres they are skipped, and the reason is printed. */
import { after, before, describe } from "@std/testing/bdd";
import type { DatabasePlace } from "../../server/platform/database_place.ts";
import { findPostgres, type RunningPostgres, startPostgres } from "./postgres.ts";

/** `cases` is called once per engine with a function that returns the connection; call it inside a test. */
export function onBothEngines(title: string, cases: (place: () => DatabasePlace) => void): void {
  describe(`${title} on SQLite`, () => {
    let folder = "";
    before(async () => {
      folder = await Deno.makeTempDir({ prefix: "trustcheck-db-" });
    });
    after(() => Deno.remove(folder, { recursive: true }));
    cases(() => ({ kind: "sqlite", path: `${folder}/test.db` }));
  });

  const binaries = findPostgres();
  if (binaries === undefined) {
    console.log(`Skipped: "${title} on Postgres", because no initdb and postgres were found on this machine`);
    return;
  }
  describe(`${title} on Postgres`, () => {
    let postgres: RunningPostgres | undefined;
    before(async () => {
      postgres = await startPostgres(binaries);
    });
    after(() => postgres?.stop());
    cases(() => ({ kind: "postgres", url: postgres?.url ?? "postgres://not-started" }));
  });
}
