/**
 * Back to an earlier minute by pgBackRest, set up as docs/operations/postgres.md says: no card is charged or refunded
 * twice.
 */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { giveToOwner, pointInTime } from "../../faults/recovery/archived_log.ts";
import { drillRestore } from "../../faults/recovery/restore_drill.ts";
import { findPostgres, type RunningPostgres, startPostgres } from "../../support/postgres.ts";
import { skip } from "../../support/suite/skip.ts";

const MEMBERS = 55;
const PROGRAM = "/usr/bin/pgbackrest";
const SETTINGS = [
  "archive_mode=on",
  `archive_command=${PROGRAM} --config={folder}/pgbackrest.conf --stanza=trustcheck archive-push %p`,
];

/** The block of the operator's document, in the folders of the test. */
async function writeSettings({ folder, url }: RunningPostgres): Promise<void> {
  const page = await Deno.readTextFile(new URL("../../../docs/operations/postgres.md", import.meta.url));
  const [, block = ""] = /```text\n# \/etc\/pgbackrest\/pgbackrest.conf\n([^`]*)```/.exec(page) ?? [];
  const own = block.replace("/var/lib/pgbackrest", `${folder}/repo`).replace(
    "/var/lib/postgresql/15/main",
    `${folder}/data`,
  );
  const places = ["log", "lock", "spool"].map((name) => `${name}-path=${folder}/${name}\n`).join("");
  await Deno.writeTextFile(
    `${folder}/pgbackrest.conf`,
    `${own.replace("[global]\n", `[global]\n${places}`)}pg1-port=${new URL(url).port}
pg1-socket-path=${folder}
pg1-user=trustcheck
`,
  );
  for (const name of ["repo", "log", "lock", "spool"]) {
    await Deno.mkdir(`${folder}/${name}`);
    await giveToOwner(folder, `${folder}/${name}`);
  }
}

async function isInstalled(): Promise<boolean> {
  return await Deno.stat(PROGRAM).then(() => true, () => false);
}

const title = "SECURITY R12: pgBackRest brings back the minute before, and nothing after it is charged twice";
const binaries = findPostgres();
if (binaries === undefined || !await isInstalled()) {
  skip(title, "initdb or pgbackrest is missing: apt-get install postgresql pgbackrest");
} else {
  it(title, async () => {
    const postgres = await startPostgres(binaries, SETTINGS);
    const { folder } = postgres;
    const { uid, gid } = await Deno.stat(folder);
    const tell = async (command: string, ...args: readonly string[]) => {
      const { success, stdout, stderr } = await new Deno.Command(PROGRAM, {
        args: [`--config=${folder}/pgbackrest.conf`, "--stanza=trustcheck", ...args, command],
        ...(Deno.uid() === 0 ? { uid: uid ?? 0, gid: gid ?? 0 } : {}),
        cwd: folder,
      }).output();
      const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      if (!success) throw new Error(`pgbackrest ${command} failed: ${said}`);
    };
    try {
      await writeSettings(postgres);
      await tell("stanza-create");
      await tell("check");
      await tell("backup", "--type=full");
      let tookMs = 0;
      const backups = pointInTime(postgres, async (target) => {
        const startedMs = performance.now();
        await Deno.mkdir(`${folder}/data`, { mode: 0o700 });
        await giveToOwner(folder, `${folder}/data`);
        await tell("restore", "--type=time", `--target=${target}`, "--target-action=promote");
        tookMs = performance.now() - startedMs;
      });
      const report = await drillRestore({ kind: "postgres", url: postgres.url }, MEMBERS, backups);
      const { before, after, books, answers: [first, again], differences: [none, lost] } = report;
      console.log(`${before.charges} charges before, ${after.charges} after; restored in ${tookMs | 0} ms`);
      assertEquals(again, first, "people are answered as before the restore");
      assertEquals(after, before, "the acquirer moved no more money");
      assertEquals(none, [], "nothing differs before the restore");
      assertEquals(lost.map(({ between, found }) => [between, found.capturedMinor]), [["ledger", 100]]);
      assertEquals(books, { capturedMinor: after.capturedMinor - 100, refundedMinor: after.refundedMinor });
    } finally {
      await postgres.stop();
    }
  });
}
