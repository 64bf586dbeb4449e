/** The sample members of development, read back through the services of a server over the seeded folder. */
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { readConfig } from "../../server/config/config.ts";
import { type Context, createContext } from "../../server/context.ts";
import { silentLog } from "../../server/platform/log.ts";
import { fakeAssets } from "../../tests/support/app/fake_context.ts";
import { createVisitor } from "../../tests/support/app/http_visitor.ts";
import { SAMPLE_MEMBERS } from "./sample_members.ts";
import { MEMBERS_FILE, seedEmptyFolder } from "./seed.ts";

const DAY_MS = 86_400_000;

describe("the sample members", () => {
  let home = "";
  let context: Context;

  before(async () => {
    home = await Deno.makeTempDir({ prefix: "trustcheck-seed-" });
    assertEquals(await seedEmptyFolder(`${home}/data`, {}), true);
    const config = readConfig({ DATA_DIR: `${home}/data`, KEYS_DIR: `${home}/data/keys` });
    context = await createContext(config, { log: silentLog, assets: fakeAssets });
  });
  after(async () => {
    await context?.close();
    await Deno.remove(home, { recursive: true });
  });

  async function memberOf(name: string) {
    const visitor = createVisitor(context);
    const { idToken } = await visitor.signIn(`${name}@mail.example`);
    const headers = { "x-id-token": idToken };
    const { body } = await visitor.post("/services/subscriptions/subscriptions-of-member", {}, headers);
    return { get: async (path: string) => (await visitor.get(path, headers)).body, plans: body.subscriptions };
  }

  async function planOf(name: string) {
    const { plans } = await memberOf(name);
    assertEquals(plans.length, 1, name);
    return plans[0];
  }

  async function emailsTo(address: string): Promise<readonly string[]> {
    const url = `http://mail/messages.json?to=${encodeURIComponent(address)}`;
    const messages: readonly { readonly kind: string }[] = await (await context.embedded.mail(new Request(url))).json();
    return messages.map(({ kind }) => kind);
  }

  /** Days from now, to the half day. */
  const inDays = (iso: string) => Math.round((Date.parse(iso) - Date.now()) / DAY_MS * 2) / 2;

  it("a plan that has renewed for weeks renews tomorrow, with reports, the guide and an open watch", async () => {
    const plan = await planOf("ada");
    assertEquals([plan.status, inDays(plan.next_charge.at)], ["active", 1]);
    const { get } = await memberOf("ada");
    const history = await get("/services/report/history");
    assertEquals(history.rows.length, 3);
    const { watches } = await get("/services/report/watch");
    assertEquals(watches.map(({ e164 }: { readonly e164: string }) => e164), ["+442079460000"]);
    assert((await get("/services/report/guide")).chapters.length > 0);
  });

  it("a trial renews for the first time tomorrow", async () => {
    const plan = await planOf("ben");
    assertEquals([plan.status, inDays(plan.current_period_end)], ["trial", 1]);
  });

  it("a cancelled plan is open for five more days, and another one has ended", async () => {
    const cancelled = await planOf("cleo");
    assertEquals(
      [cancelled.status, cancelled.next_charge, inDays(cancelled.current_period_end)],
      ["cancelled", null, 5],
    );
    assertEquals((await planOf("dora")).status, "ended");
  });

  it("a declined renewal waits for its retry", async () => {
    const plan = await planOf("eli");
    assertEquals([plan.status, inDays(plan.next_charge.at)], ["past_due", 0.5]);
  });

  it("the mailbox has the receipt of an unclaimed purchase, and the alert of the watched number", async () => {
    assertEquals((await memberOf("fay")).plans, []);
    assertEquals(await emailsTo("fay@mail.example"), ["enrolment"]);
    const kinds = await emailsTo("ada@mail.example");
    assertEquals(["number_changed", "renewed"].filter((kind) => !kinds.includes(kind)), []);
  });

  it("are listed for the developer, one line each", async () => {
    const text = await Deno.readTextFile(`${home}/data/${MEMBERS_FILE}`);
    for (const { email, shows } of SAMPLE_MEMBERS) assert(text.includes(email) && text.includes(shows), email);
  });

  it("are the table of the developer's page", async () => {
    const page = await Deno.readTextFile(new URL("../../docs/development/README.md", import.meta.url));
    const rows = page.matchAll(/^\| `(\w+@mail\.example)` +\| (.+?) +\|$/gm);
    assertEquals([...rows].map(([, email, shows]) => [email, shows]), SAMPLE_MEMBERS.map((m) => [m.email, m.shows]));
  });

  it("go into an empty folder only: one with any file, and a database elsewhere, stay untouched", async () => {
    assertEquals(await seedEmptyFolder(`${home}/data`, {}), false);
    assertEquals(await seedEmptyFolder(`${home}/other`, { DATABASE_URL: "postgres://localhost/own" }), false);
    await Deno.mkdir(`${home}/used`);
    await Deno.writeTextFile(`${home}/used/note.txt`, "mine");
    assertEquals(await seedEmptyFolder(`${home}/used`, {}), false);
    assertEquals((await Array.fromAsync(Deno.readDir(`${home}/used`))).map(({ name }) => name), ["note.txt"]);
  });
});
