/** TLS to Postgres: sslmode=verify-full accepts the right authority and name, and refuses every other. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { connectDatabase } from "../../../server/db/open.ts";
import { DatabaseUnavailable } from "../../../server/platform/storage_fault.ts";
import { findPostgres, type RunningPostgres, startPostgres } from "../../support/postgres.ts";
import { skip } from "../../support/suite/skip.ts";

async function openssl(folder: string, command: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("openssl", { args: command.split(" "), cwd: folder }).output();
  if (!success) throw new Error(`openssl ${command}: ${new TextDecoder().decode(stderr)}`);
}

/** An authority, its certificate for `localhost`, and another authority. */
async function makeCertificates(folder: string): Promise<void> {
  const ca = (name: string) => `req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ${name}.key -out ${name}.pem -subj`;
  await openssl(folder, `${ca("ca")} /CN=drill`);
  await openssl(folder, `${ca("other")} /CN=other`);
  await openssl(folder, "req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost");
  await Deno.writeTextFile(`${folder}/names`, "subjectAltName=DNS:localhost\n");
  const signed = "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2";
  await openssl(folder, `${signed} -extfile names -out server.pem`);
}

async function useTls({ folder, url }: RunningPostgres): Promise<void> {
  const { uid, gid } = await Deno.stat(folder);
  for (const name of ["server.key", "server.pem"]) {
    if (Deno.uid() === 0) await Deno.chown(`${folder}/${name}`, uid, gid);
    await Deno.chmod(`${folder}/${name}`, 0o600);
  }
  const db = connectDatabase({ kind: "postgres", url });
  try {
    await sql.raw(`alter system set ssl_cert_file = '${folder}/server.pem'`).execute(db);
    await sql.raw(`alter system set ssl_key_file = '${folder}/server.key'`).execute(db);
    await sql`alter system set ssl = on`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    const isOn = async () => (await sql<{ ssl: string }>`show ssl`.execute(db)).rows[0]?.ssl === "on";
    while (!await isOn()) await new Promise((resolve) => setTimeout(resolve, 50));
  } finally {
    await db.destroy();
  }
}

const title = "TLS to Postgres with verify-full reaches the server of its authority and name, and no other";
const binaries = findPostgres();
if (binaries === undefined) skip(title, "no initdb was found on this machine");
else {
  it(title, async () => {
    const postgres = await startPostgres(binaries);
    const { folder, url } = postgres;
    const { port } = new URL(url);
    const answer = async (host: string, authority: string) => {
      const options = `sslmode=verify-full&sslrootcert=${folder}/${authority}.pem`;
      const db = connectDatabase({
        kind: "postgres",
        url: `postgres://trustcheck@${host}:${port}/postgres?${options}`,
      });
      try {
        return (await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db))
          .rows[0]?.ssl;
      } finally {
        await db.destroy();
      }
    };
    try {
      await makeCertificates(folder);
      // Without TLS on the server there is no unencrypted connection either.
      await assertRejects(() => answer("localhost", "ca"), DatabaseUnavailable);
      await useTls(postgres);
      assertEquals(await answer("localhost", "ca"), true);
      await assertRejects(() => answer("localhost", "other"), DatabaseUnavailable);
      await assertRejects(() => answer("127.0.0.1", "ca"), DatabaseUnavailable);
    } finally {
      await postgres.stop();
    }
  });
}
