/** One purchase, call by call, over HTTP on both databases: from the plan to the report, and the resulting rows. */
import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { readConfig } from "../../server/config/config.ts";
import { type Context, createContext } from "../../server/context.ts";
import type { DatabasePlace } from "../../server/platform/database_place.ts";
import { silentLog } from "../../server/platform/log.ts";
import { onBothEngines } from "../support/engines.ts";
import { fakeAssets } from "../support/app/fake_context.ts";
import { createVisitor, NO_ADDRESS } from "../support/app/http_visitor.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

const EMAIL = "ada@mail.example";

async function openProduct(place: DatabasePlace, folder: string): Promise<Context> {
  const database: Record<string, string> = place.kind === "postgres" ? { DATABASE_URL: place.url } : {};
  const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys`, ...database });
  return await createContext(config, { log: silentLog, assets: fakeAssets });
}

onBothEngines("a purchase", (place) => {
  let folder = "";
  let context: Context;
  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-purchase-" });
    await prepareKeys(`${folder}/keys`);
    context = await openProduct(place(), folder);
  });
  after(async () => {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  });
  const count = async (table: "subs_subscriptions" | "subs_charges" | "members_profiles" | "pay_executions") => {
    const row = await context.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as("n")).executeTakeFirst();
    return Number(row?.n ?? 0);
  };

  it("a decline leaves the execution payable again, charges no card and creates nothing", async () => {
    const visitor = createVisitor(context);
    const { outcome, execution } = await visitor.payFor("tck_weekly_3dtrial", "4000000000000002");
    assertEquals(outcome, "authorizeFailed");
    const refused = await visitor.post("/services/subscriptions/subs/create-no-user", {
      plan_id: "tck_weekly_3dtrial",
      email: EMAIL,
      attribution: {},
      address: NO_ADDRESS,
      instrument: { executionId: execution.id, paymentInstrumentId: "none" },
    });
    assertNotEquals(refused.body.error, "");
    assertEquals([await count("subs_subscriptions"), await count("subs_charges")], [0, 0]);
  });

  it("W-CALL-05, W-CALL-06, W-CALL-10, W-CALL-11, W-CALL-20, W-CALL-21: plan, consent, card, create, add-on, finalize, profile, report", async () => {
    const visitor = createVisitor(context);
    const created = await visitor.buy("tck_weekly_3dtrial", EMAIL);
    assertEquals([created.status, created.body.error], [200, ""]);
    const subscriptionId: string = created.body.subscription_id;

    const consent = await visitor.agree("tck_pdf_report_otp", subscriptionId);
    const addOn = {
      plan_id: "tck_pdf_report_otp",
      email: EMAIL,
      attribution: {},
      address: NO_ADDRESS,
      subscription_id: subscriptionId,
      consent_id: consent.body.consent_id,
    };
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.post("/subs/create-no-user", addOn)));
    for (const { status, body } of answers) assertEquals([status, body.error], [200, ""]);

    const { idToken, uid } = await visitor.signIn(EMAIL);
    const finalize = {
      subscription_id: subscriptionId,
      email: EMAIL,
      firebase_id: uid,
      apple_token: "",
      attribution: {},
    };
    const finalized = await visitor.post("/subs/finalize", finalize, { "x-id-token": idToken });
    assertEquals([finalized.status, finalized.body.id], [200, subscriptionId]);

    const profile = await visitor.get(`/services/profile?subscription_id=${subscriptionId}`, { "x-id-token": idToken });
    assertEquals([profile.status, profile.body.subscription_ids], [200, [subscriptionId]]);

    const ask = { user_id: uid, phone_number: "+16502530000", subscription_id: subscriptionId, name: "", email: EMAIL };
    const report = await visitor.post("/services/report", ask, { "x-id-token": idToken });
    assertEquals(report.status, 200);
    assertEquals(report.body.facts.phone.location, "Mountain View, CA");
    assert(Array.isArray(report.body.score.reasons) && report.body.unknowns.length > 0);

    assertEquals(
      [await count("subs_subscriptions"), await count("subs_charges"), await count("members_profiles")],
      [1, 2, 1],
    );
    const charges = await context.db.selectFrom("subs_charges").select(["kind", "cents", "state"]).orderBy("cents")
      .execute();
    assertEquals(charges, [
      { kind: "first", cents: 100, state: "succeeded" },
      { kind: "addon", cents: 1999, state: "succeeded" },
    ]);
  });

  it("SU5: of 50 simultaneous look-ups with 10 credits and an ended plan exactly 10 are served", async () => {
    const visitor = createVisitor(context);
    const email = "cy@mail.example";
    const { body } = await visitor.buy("tck_weekly_3dtrial", email);
    const subscription_id: string = body.subscription_id;
    const { body: agreed } = await visitor.agree("tck_10_validations_otp", subscription_id);
    const pack = { plan_id: "tck_10_validations_otp", subscription_id, consent_id: agreed.consent_id };
    const base = { email, attribution: {}, address: NO_ADDRESS };
    assertEquals((await visitor.post("/subs/create-no-user", { ...base, ...pack })).body.error, "");
    const first = await visitor.signIn(email);
    const claim = { subscription_id, email, firebase_id: first.uid, apple_token: "", attribution: {} };
    assertEquals((await visitor.post("/subs/finalize", claim, { "x-id-token": first.idToken })).status, 200);
    assertEquals((await visitor.post(`/api/cancel-subscription/${subscription_id}`, undefined)).status, 200);
    context.clock.advance(4 * 86_400_000);
    const { idToken, uid } = await visitor.signIn(email);
    const ask = (at: number) =>
      visitor.post("/services/report", {
        user_id: uid,
        phone_number: `+1650253${1_000 + at}`,
        subscription_id,
        name: "",
        email,
      }, { "x-id-token": idToken });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => ask(at)));
    const statuses = Map.groupBy(answers, ({ status }) => status);
    assertEquals([statuses.get(200)?.length, statuses.get(402)?.length], [10, 40]);
    const left = await visitor.post(`/rec/subscriptions/${subscription_id}`, undefined, { "x-id-token": idToken });
    assertEquals([left.body.status, left.body.credits], ["ended", 0]);
  });

  it("the report is available to the browser that paid, before any sign-in, and to no other", async () => {
    const visitor = createVisitor(context);
    const { body } = await visitor.buy("tck_3month_plan", "bea@mail.example");
    const ask = {
      user_id: "",
      phone_number: "+442079460000",
      subscription_id: body.subscription_id,
      name: "",
      email: "",
    };
    assertEquals((await visitor.post("/services/report", ask)).status, 200);
    const stranger = createVisitor(context);
    await stranger.get("/services/subscriptions/init/session?plan_id=tck_weekly_3dtrial");
    const refused = await stranger.post("/services/report", ask);
    assert(refused.status >= 400 && refused.status < 500, `a stranger got ${refused.status}`);
  });

  it("a character that only one engine accepts is an error of the request, never of the server", async () => {
    const visitor = createVisitor(context);
    const claims = encodeURIComponent(JSON.stringify({ email: "nul@mail.example", name: "A\0B" }));
    const signedIn = await visitor.post("/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=k", {
      postBody: `id_token=${claims}&providerId=google.com`,
      requestUri: "http://localhost:8000",
      returnSecureToken: true,
    });
    assertEquals([signedIn.status, signedIn.body.fullName], [200, "AB"]);
    const created = await visitor.post("/subs/create-no-user", {
      plan_id: "tck_weekly_3dtrial",
      email: EMAIL,
      attribution: {},
      address: NO_ADDRESS,
      subscription_id: "\0x",
    });
    assertEquals(created.status, 400);
  });
});
