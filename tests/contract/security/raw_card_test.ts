/**
 * A raw card through the whole server: refused by default; with RAW_CARDS it pays, and no file and no log line has it.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { readConfig } from "../../../server/config/config.ts";
import type { Env } from "../../../server/config/values.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { createLog } from "../../../server/platform/log.ts";
import { formsOf, textsUnder } from "../../support/small_page/card_forms.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor, NO_ADDRESS, type Visitor } from "../../support/app/http_visitor.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const PLAN = "tck_weekly_3dtrial";
const CARD = { number: "4000056655665556", expiry_month: "12", expiry_year: "2031", security_code: "987" };
const ADD_ON = "tck_10_validations_otp";
const SUBSCRIPTIONS = "/services/subscriptions";

interface Opened {
  readonly context: Context;
  readonly folder: string;
  readonly lines: readonly string[];
}

async function withServer(env: Env, run: (opened: Opened) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-raw-cards-" });
  await prepareKeys(`${folder}/keys`);
  const lines: string[] = [];
  const config = readConfig({ ...env, DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
  const context = await createContext(config, { log: createLog((line) => lines.push(line)), assets: fakeAssets });
  try {
    await run({ context, folder, lines });
  } finally {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function begin(visitor: Visitor, headers = {}): Promise<void> {
  assertEquals((await visitor.get(`${SUBSCRIPTIONS}/init/session?plan_id=${PLAN}`, headers)).status, 200);
  assertEquals((await visitor.agree(PLAN)).status, 200);
}

const buyer = (email: string) => ({ plan_id: PLAN, email, attribution: {} });

/** Each create call at both of its addresses, with a new visitor each. */
async function payBoth(context: Context) {
  const answers = [];
  for (const prefix of [SUBSCRIPTIONS, ""]) {
    const guest = createVisitor(context);
    await begin(guest);
    const body = { ...buyer(`guest${prefix.length}@mail.example`), address: NO_ADDRESS, card: CARD };
    answers.push({ visitor: guest, headers: {}, answer: await guest.post(`${prefix}/subs/create-no-user`, body) });
    const member = createVisitor(context);
    const email = `member${prefix.length}@mail.example`;
    const { idToken, uid } = await member.signIn(email);
    const headers = { "x-id-token": idToken };
    await begin(member, headers);
    const signedIn = { ...buyer(email), firebase_id: uid, apple_token: "", card: CARD };
    answers.push({ visitor: member, headers, answer: await member.post(`${prefix}/subs/create`, signedIn, headers) });
  }
  return answers;
}

/** The card was stored, so it pays for an add-on. */
async function addTo(bought: Awaited<ReturnType<typeof payBoth>>[number] | undefined): Promise<void> {
  assert(bought !== undefined);
  const { visitor, answer } = bought;
  const { subscription_id } = answer.body;
  const { body: agreed } = await visitor.agree(ADD_ON, subscription_id);
  const offer = { ...buyer("guest@mail.example"), plan_id: ADD_ON, address: NO_ADDRESS, subscription_id };
  const added = await visitor.post("/subs/create-no-user", { ...offer, consent_id: agreed.consent_id });
  assertEquals([added.status, added.body.error], [200, ""]);
}

describe("W-CALL-05, W-CALL-08: a raw card", () => {
  it("is refused by both creates without the setting", () =>
    withServer({}, async ({ context }) => {
      for (const { answer } of await payBoth(context)) {
        assertEquals(answer.status, 400);
        assertMatch(answer.body.error, /^Card numbers aren't accepted here/);
      }
      const body = { ...buyer("ann@mail.example"), address: NO_ADDRESS, card: CARD };
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const answer = await context.embedded.subscriptions(new Request("http://embedded/subs/create-no-user", init));
      assertMatch(await answer.text(), /Card numbers aren't accepted here/, "the service itself refuses it too");
    }));

  it("is refused without the setting where the subscriptions service runs elsewhere, and does not leave this server", async () => {
    const seen: string[] = [];
    const remote = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
      seen.push(await request.text());
      return Response.json({ error: "" });
    });
    await withServer({ STAGING_SUBSCRIPTIONS_URL: `http://127.0.0.1:${remote.addr.port}` }, async ({ context }) => {
      const visitor = createVisitor(context);
      const { idToken, uid } = await visitor.signIn("ann@mail.example");
      const headers = { "x-id-token": idToken };
      const guest = { ...buyer("ann@mail.example"), address: NO_ADDRESS, card: CARD };
      const member = { ...buyer("ann@mail.example"), firebase_id: uid, apple_token: "", card: CARD };
      const answers = [
        await visitor.post(`${SUBSCRIPTIONS}/subs/create-no-user`, guest),
        await visitor.post(`${SUBSCRIPTIONS}/subs/create`, member, headers),
      ];
      for (const { status, body } of answers) {
        assertEquals(status, 400);
        assertMatch(body.error, /^Card numbers aren't accepted here/);
      }
    });
    await remote.shutdown();
    assertEquals(seen, []);
  });

  it("SECURITY: with the setting, it leaves this server only for a browser that has opened a checkout", async () => {
    const seen: string[] = [];
    const remote = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
      seen.push(await request.text());
      return Response.json({ id: "s", subscription_id: "s", error: "" });
    });
    const env = { RAW_CARDS: "test", STAGING_SUBSCRIPTIONS_URL: `http://127.0.0.1:${remote.addr.port}` };
    await withServer(env, async ({ context }) => {
      const visitor = createVisitor(context);
      const { idToken, uid } = await visitor.signIn("ann@mail.example");
      const guest = { ...buyer("ann@mail.example"), address: NO_ADDRESS, card: CARD };
      const member = { ...buyer("ann@mail.example"), firebase_id: uid, apple_token: "", card: CARD };
      assertEquals((await visitor.post(`${SUBSCRIPTIONS}/subs/create-no-user`, guest)).status, 403);
      const answer = await visitor.post(`${SUBSCRIPTIONS}/subs/create`, member, { "x-id-token": idToken });
      assertEquals(answer.status, 403);
    });
    await remote.shutdown();
    assertEquals(seen, []);
  });

  it("pays both creates with the setting, and is in no file, log line or error report afterwards", () =>
    withServer({ RAW_CARDS: "test" }, async ({ context, folder, lines }) => {
      const bought = await payBoth(context);
      for (const { visitor, headers, answer } of bought) {
        assertEquals([answer.status, answer.body.error], [200, ""]);
        const opened = await visitor.post(`${SUBSCRIPTIONS}/subscriptions/${answer.body.subscription_id}`, {}, headers);
        assertEquals([opened.status, opened.body.plan_id], [200, PLAN], "this browser holds what it bought");
      }
      await addTo(bought[0]);
      const thief = createVisitor(context);
      const body = { ...buyer("eve@mail.example"), address: NO_ADDRESS, card: CARD };
      assertEquals((await thief.post("/subs/create-no-user", body)).status, 403, "a checkout of its own is needed");
      const careless = [{ ...body, card: { ...CARD, [CARD.number]: 1 } }, {
        ...body,
        [CARD.number]: CARD.security_code,
      }];
      await begin(thief);
      for (const wrong of careless) assertEquals((await thief.post("/subs/create-no-user", wrong)).status, 400);
      const forms = formsOf(CARD.number, CARD.security_code);
      for (const form of forms) assert(!lines.join("\n").includes(form), `${form} stands in the log`);
      assertEquals(await context.db.selectFrom("error_events").selectAll().execute(), []);
      let seesBuyers = false;
      for await (const [path, text] of textsUnder(folder)) {
        seesBuyers ||= text.includes("guest23@mail.example");
        for (const form of forms) assert(!text.includes(form), `${form} stands in ${path}`);
      }
      assert(seesBuyers, "the rows were not looked at");
    }));
});
