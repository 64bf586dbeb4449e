/** SECURITY E6: an attacker who makes the calls directly pays the catalog's price, and gains access to nothing else. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { type PlanId, PLANS } from "../../../server/wire/billing/plans.ts";
import { shownFigures } from "../../../server/wire/billing/schedule.ts";
import { agreedText } from "../../../server/embedded/subscriptions/testing/agreed_text.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor, NO_ADDRESS, type Visitor } from "../../support/app/http_visitor.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const WEEKLY = "tck_weekly_3dtrial";
const DEARER = "tck_3month_plan";
const CREATE = "/services/subscriptions/subs/create-no-user";
/** Fields that a requester would like to set. */
const REQUESTED: Readonly<Record<string, unknown>> = {
  amount: 0.01,
  amount_cents: 1,
  price: "0.01",
  today_cents: 1,
  currency: "VND",
  status: "active",
  credits: 1_000,
  user_id: "victim",
  uid: "victim",
  firebase_id: "victim",
  checkout_hash: "0".repeat(64),
  next_charge_ms: null,
  version: 0,
  id: "chosen",
};

let folder: string;
let context: Context;
before(async () => {
  folder = await Deno.makeTempDir({ prefix: "trustcheck-tampering-" });
  await prepareKeys(`${folder}/keys`);
  const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
  context = await createContext(config, { log: silentLog, assets: fakeAssets });
});
after(async () => {
  await context.close();
  await Deno.remove(folder, { recursive: true });
});

const todayCents = (planId: PlanId) => {
  const plan = PLANS.find(({ id }) => id === planId);
  return plan === undefined ? -1 : shownFigures(plan, context.clock.now()).today_cents;
};
const charges = () => context.db.selectFrom("subs_charges").select(["cents", "plan_id"]).execute();
const create = (visitor: Visitor, execution: { id: string; paymentInstrumentId?: string }, more: object = {}) =>
  visitor.post(CREATE, {
    plan_id: WEEKLY,
    email: "ada@mail.example",
    attribution: {},
    address: NO_ADDRESS,
    instrument: { executionId: execution.id, paymentInstrumentId: execution.paymentInstrumentId },
    ...more,
  });
const sumOf = (session: { readonly data: string }) =>
  Math.round(Number(JSON.parse(atob(session.data)).amount.value) * 100);

describe("calls made directly", () => {
  it("E6: a checkout has the catalog's amount, whatever its address says", async () => {
    assert(todayCents(WEEKLY) > 0 && todayCents(DEARER) > todayCents(WEEKLY));
    const forged = "amount=0.01&price=1&today_cents=1&currency=VND&status=paid&capture=manual";
    for (
      const query of [
        `plan_id=${DEARER}&${forged}`,
        `${forged}&plan_id=${DEARER}`,
        `plan_id=${DEARER}&plan_id=${WEEKLY}`,
        `plan_id=${DEARER}&plan_id[]=${WEEKLY}`,
      ]
    ) {
      const answer = await createVisitor(context).get(`/services/subscriptions/init/session?${query}`);
      assertEquals([answer.status, sumOf(answer.body)], [200, todayCents(DEARER)], query);
    }
  });

  it("E6: a consent to other figures than today's is refused with the correct ones", async () => {
    const visitor = createVisitor(context);
    await visitor.get(`/services/subscriptions/init/session?plan_id=${WEEKLY}`);
    const plan = PLANS.find(({ id }) => id === WEEKLY);
    assert(plan !== undefined);
    const right = shownFigures(plan, context.clock.now());
    for (const shown of [{ ...right, today_cents: 1 }, { ...right, next_cents: 1 }, { ...right, every: "3m" }]) {
      const body = { plan_id: WEEKLY, ...agreedText(plan, shown), shown };
      const answer = await visitor.post("/api/consent", body);
      assertEquals([answer.status, answer.body.shown], [409, right]);
    }
  });

  it("E6: an extra field in a create or a consent is a 400, and nothing is bought", async () => {
    const visitor = createVisitor(context);
    const { execution } = await visitor.payFor(WEEKLY, "4242424242424242");
    const earlier = (await charges()).length;
    for (const [name, value] of Object.entries(REQUESTED)) {
      assertEquals((await create(visitor, execution, { [name]: value })).status, 400, name);
      const instrument = { executionId: execution.id, paymentInstrumentId: "x", [name]: value };
      assertEquals((await create(visitor, execution, { instrument })).status, 400, name);
    }
    assertEquals((await charges()).length, earlier);
    const bought = await create(visitor, execution);
    assertEquals([bought.status, bought.body.error], [200, ""]);
    const [charge] = (await charges()).slice(earlier);
    assertEquals(charge, { cents: todayCents(WEEKLY), plan_id: WEEKLY });
  });

  it("E6: every call that buys, claims or agrees refuses a field that it does not know, at every depth", async () => {
    const visitor = createVisitor(context);
    const { idToken, uid } = await visitor.signIn("mallory@example.com");
    await visitor.get(`/services/subscriptions/init/session?plan_id=${WEEKLY}`);
    const plan = PLANS.find(({ id }) => id === WEEKLY);
    assert(plan !== undefined);
    const shown = shownFigures(plan, context.clock.now());
    const buyer = { plan_id: WEEKLY, email: "mallory@example.com" };
    const own = { ...buyer, firebase_id: uid };
    const calls: readonly (readonly [path: string, body: Readonly<Record<string, unknown>>])[] = [
      ["/api/consent", { plan_id: WEEKLY, ...agreedText(plan, shown), shown }],
      [CREATE, {
        ...buyer,
        attribution: {},
        address: NO_ADDRESS,
        instrument: { executionId: "x", paymentInstrumentId: "x" },
      }],
      ["/subs/create", { ...own, apple_token: "", attribution: {} }],
      ["/subs/create-no-user-applepay", {
        ...buyer,
        token: "t",
        attribution: {},
        address: NO_ADDRESS,
        display_name: "",
        vault: "",
      }],
      ["/subs/create-applepay", { ...own, token: "t", attribution: {}, address: NO_ADDRESS }],
      ["/services/recurring/create-subscription", { ...own, apple_token: "t" }],
      ["/subs/finalize", { subscription_id: "x", email: "", firebase_id: uid, apple_token: "", attribution: {} }],
      ["/subs/activate", { subscription_id: "x", t: "x" }],
    ];
    const headers = { "x-id-token": idToken };
    for (const [path, body] of calls) {
      const plain = await visitor.post(path, body, headers);
      const isRead = plain.status !== 400 && plain.status < 500;
      assert(isRead, `${path} without more: ${plain.status} ${JSON.stringify(plain.body)}`);
      const earlier = (await charges()).length;
      for (const [name, value] of Object.entries(REQUESTED)) {
        if (!(name in body)) {
          assertEquals((await visitor.post(path, { ...body, [name]: value }, headers)).status, 400, `${path} ${name}`);
        }
        for (const part of ["shown", "address", "instrument"].filter((part) => part in body)) {
          const inner = body[part];
          if (typeof inner !== "object" || inner === null || name in inner) continue;
          const { status } = await visitor.post(path, { ...body, [part]: { ...inner, [name]: value } }, headers);
          assertEquals(status, 400, `${path} ${part}.${name}`);
        }
      }
      assertEquals((await charges()).length, earlier, path);
    }
  });

  it("E6: another browser's payment, card, holder or sum buys nothing", async () => {
    const [ada, eve] = [createVisitor(context), createVisitor(context)];
    const { execution } = await ada.payFor(WEEKLY, "4242424242424242");
    const { paymentInstrumentId = "" } = (await eve.payFor(WEEKLY, "4242424242424242")).execution;
    const earlier = (await charges()).length;
    assertEquals((await create(eve, execution)).status, 403);
    const differs = async (what: string, bought: ReturnType<typeof create>) =>
      assertEquals((await bought).body.code, "payment_differs", what);
    await differs("another's card", create(ada, { id: execution.id, paymentInstrumentId }));
    // What the checkout asked for, if the payment was made for less or for another holder.
    const asked = await context.db.selectFrom("subs_checkouts").selectAll().where("execution_id", "=", execution.id)
      .executeTakeFirstOrThrow();
    for (const other of [{ cents: asked.cents + 1 }, { holder_reference: "another holder" }]) {
      const set = (values: typeof other | typeof asked) =>
        context.db.updateTable("subs_checkouts").set(values).where("execution_id", "=", execution.id).execute();
      await set(other);
      await differs(JSON.stringify(other), create(ada, execution));
      await set(asked);
    }
    assertEquals((await charges()).length, earlier);
    assertEquals((await create(ada, execution)).body.error, "");
  });

  it("E6: a payment for a cheaper plan buys no more expensive one, even when the parameter is repeated", async () => {
    const visitor = createVisitor(context);
    const { execution } = await visitor.payFor(WEEKLY, "4242424242424242");
    const earlier = (await charges()).length;
    const dearer = await create(visitor, execution, { plan_id: DEARER });
    assert(dearer.status >= 400 || dearer.body.error !== "", JSON.stringify(dearer));
    const cookie = visitor.cookies().map(({ name, value }) => `${name}=${value}`).join("; ");
    const { id, paymentInstrumentId } = execution;
    const body = JSON.stringify({
      plan_id: WEEKLY,
      email: "a@b.example",
      attribution: {},
      address: NO_ADDRESS,
      instrument: { executionId: id, paymentInstrumentId },
    }).replace("{", `{"plan_id":"${WEEKLY}",`).replace(/\}$/, `,"plan_id":"${DEARER}"}`);
    const headers = { host: "localhost:8000", "content-type": "application/json", cookie };
    const twice = await createApp(context).request(`http://localhost:8000${CREATE}`, { method: "POST", headers, body });
    const said = await twice.json();
    assert(twice.status >= 400 || said.error !== "", JSON.stringify(said));
    assertEquals((await charges()).length, earlier);
  });

  it("E6: no requester can claim ownership: a member's uid comes from the token only", async () => {
    const [ada, eve] = [createVisitor(context), createVisitor(context)];
    const victim = await ada.signIn("ada@example.com");
    const { idToken } = await eve.signIn("eve@example.com");
    const bought = await eve.buy(WEEKLY, "eve@mail.example");
    const body = { email: "", apple_token: "", attribution: {}, subscription_id: bought.body.subscription_id };
    const taken = await eve.post("/subs/finalize", { ...body, firebase_id: victim.uid }, { "x-id-token": idToken });
    assertEquals(taken.status, 403);
    const report = { phone_number: "+16502530000", subscription_id: bought.body.subscription_id, name: "", email: "" };
    const asked = await eve.post("/services/report", { ...report, user_id: victim.uid }, { "x-id-token": idToken });
    assertEquals(asked.status, 403);
    const row = await context.db.selectFrom("subs_subscriptions").select("user_id")
      .where("id", "=", bought.body.subscription_id).executeTakeFirst();
    assertEquals(row?.user_id, "");
  });
});
