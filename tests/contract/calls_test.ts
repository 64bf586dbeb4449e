/**
 * Every service call (W-CALL-01 to W-CALL-27) with its exact payload, through the proxy; CONTRACT_URL tests an app
 * elsewhere.
 */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import * as z from "zod/mini";
import { profileSchema } from "../../server/wire/members/profile.ts";
import { reportSchema } from "../../server/wire/members/report.ts";
import type { PlanId } from "../../server/wire/billing/plans.ts";
import { cancelAnswerSchema } from "../../server/wire/billing/cancellation.ts";
import { createAnswerSchema, finalizeAnswerSchema } from "../../server/wire/billing/purchase.ts";
import { subscriptionSchema } from "../../server/wire/billing/subscriptions.ts";
import { contractPlaces, type OpenPlace } from "../support/app/contract_places.ts";
import { type Answer, NO_ADDRESS, type Visitor } from "../support/app/http_visitor.ts";

const PLAN = "tck_weekly_3dtrial" satisfies PlanId;
const OTHER_PLAN = "tck_3month_plan" satisfies PlanId;
const ADD_ON = "tck_10_validations_otp" satisfies PlanId;
const SUBSCRIPTIONS = "/services/subscriptions";
const TOKEN = { paymentData: { version: "EC_v1", data: "stand-in" }, transactionIdentifier: crypto.randomUUID() };
const attribution = { project: "TrustCheck", campaign_id: "", referer: "" };
const initSchema = z.object({ version: z.string(), data: z.string().check(z.minLength(1)) });
const acceptedSchema = z.object({ status: z.literal("accepted"), error: z.literal("") });

interface Buying {
  readonly visitor: Visitor;
  readonly plan: PlanId;
  readonly email: string;
}

for (const place of contractPlaces()) {
  describe(`the calls of the web app ${place.title}`, () => {
    let app: OpenPlace;
    let ann: Visitor;
    const email = `ann.${crypto.randomUUID()}@mail.example`;
    const id = { ann: "", uid: "", token: "" };
    before(async () => {
      app = await place.open();
      ann = app.visitor();
    });
    after(() => app.close());

    const signedIn = () => ({ "x-id-token": id.token });
    const member = (plan: PlanId) => ({ plan_id: plan, email, firebase_id: id.uid });
    const begin = async (visitor: Visitor, plan: PlanId, headers = {}) => {
      assertEquals((await visitor.get(`${SUBSCRIPTIONS}/init/session?plan_id=${plan}`, headers)).status, 200);
      assertEquals((await visitor.agree(plan)).status, 200);
    };
    const payByForm = async ({ visitor, plan, email }: Buying) => {
      const { execution, outcome } = await visitor.payFor(plan, "4242424242424242");
      assertEquals(outcome, "authorizeSuccessful");
      const instrument = { executionId: execution.id, paymentInstrumentId: execution.paymentInstrumentId };
      return { plan_id: plan, email, attribution, address: NO_ADDRESS, instrument };
    };
    /** An unknown field is refused, and so is a missing one. */
    const onlyExactly = async (visitor: Visitor, path: string, body: Record<string, unknown>, headers = {}) => {
      assertEquals((await visitor.post(path, { ...body, amount: 1 }, headers)).status, 400, `${path} took amount`);
      const { plan_id: _, subscription_id: __, ...without } = body;
      assertEquals((await visitor.post(path, without, headers)).status, 400, `${path} took too little`);
    };
    const bought = ({ status, body }: Answer): string => {
      const answer = createAnswerSchema.parse(body);
      assertEquals([status, answer.error], [200, ""]);
      assertEquals(answer.id, answer.subscription_id);
      return answer.subscription_id;
    };

    it("W-CALL-04: GET init/session returns the payment configuration", async () => {
      for (const path of [SUBSCRIPTIONS, ""]) {
        const { status, body } = await ann.get(`${path}/init/session?plan_id=${PLAN}`);
        assertEquals(status, 200);
        const { execution } = JSON.parse(atob(initSchema.parse(body).data));
        assertEquals([typeof execution.id, execution.meta.order.lines.length], ["string", 1]);
      }
    });

    it("W-CALL-05, W-CALL-06: create-no-user accepts the form's instrument", async () => {
      const body = await payByForm({ visitor: ann, plan: PLAN, email });
      const path = `${SUBSCRIPTIONS}/subs/create-no-user`;
      await onlyExactly(ann, path, body);
      id.ann = bought(await ann.post(path, body));
      assertEquals(bought(await ann.post("/subs/create-no-user", body)), id.ann);
      const { instrument: _, ...none } = body;
      for (const means of [{}, { instrument: body.instrument, subscription_id: id.ann }]) {
        assertEquals((await ann.post(path, { ...none, ...means })).status, 400);
      }
    });

    it("W-CALL-05: create-no-user accepts the subscription_id for an add-on", async () => {
      const { body: agreed } = await ann.agree(ADD_ON, id.ann);
      const body = { plan_id: ADD_ON, email, attribution, address: NO_ADDRESS, subscription_id: id.ann };
      const { status, body: answer } = await ann.post("/subs/create-no-user", {
        ...body,
        consent_id: agreed.consent_id,
      });
      assertEquals([status, createAnswerSchema.parse(answer).error, answer.subscription_id], [200, "", id.ann]);
      assert(answer.id !== id.ann, "the add-on has an id of its own");
    });

    it("W-CALL-07: create-no-user-applepay accepts token, display_name and vault", async () => {
      const visitor = app.visitor();
      await begin(visitor, PLAN);
      const body = {
        plan_id: PLAN,
        email: `apple.${email}`,
        token: TOKEN,
        attribution,
        address: NO_ADDRESS,
        display_name: "Visa 1234",
        vault: "",
      };
      const path = `${SUBSCRIPTIONS}/subs/create-no-user-applepay`;
      await onlyExactly(visitor, path, body);
      const answer = await visitor.post(path, body);
      // A real acquirer refuses the fake token; its refusal has the same shape.
      if (app.context === undefined) createAnswerSchema.parse(answer.body);
      else assertEquals(bought(await visitor.post("/subs/create-no-user-applepay", body)), bought(answer));
      assertEquals((await app.visitor().post(path, body)).status, 403);
    });

    it("W-CALL-10, W-CALL-11: finalize links the purchase to the member and returns its id", async () => {
      const { idToken, uid } = await signIn(ann, email);
      Object.assign(id, { token: idToken, uid });
      const body = { subscription_id: id.ann, email, firebase_id: uid, apple_token: "", attribution };
      const path = `${SUBSCRIPTIONS}/subs/finalize`;
      await onlyExactly(ann, path, body, signedIn());
      const { status, body: answer } = await ann.post(path, body, signedIn());
      assertEquals([status, finalizeAnswerSchema.parse(answer).id], [200, id.ann]);
      assertEquals((await ann.post(path, body)).status, 401);
    });

    it("W-CALL-13: subscription-finalize is the same call at the stored address", async () => {
      const body = { subscription_id: id.ann, email, firebase_id: id.uid, apple_token: "", attribution };
      const { status, body: answer } = await ann.post(`${SUBSCRIPTIONS}/subscription-finalize`, body, signedIn());
      assertEquals([status, finalizeAnswerSchema.parse(answer).id], [200, id.ann]);
    });

    for (
      const [title, path, withCookie] of [
        ["W-CALL-12: rec/subscriptions/{id}", "/rec/subscriptions/", true],
        ["W-CALL-12: rec/subscriptions/{id} at the service", `${SUBSCRIPTIONS}/rec/subscriptions/`, false],
        ["W-CALL-14: subscriptions/{id}", `${SUBSCRIPTIONS}/subscriptions/`, false],
      ] as const
    ) {
      it(`${title} carries only its path and returns the plan to its owner, 404 to others`, async () => {
        const visitor = withCookie ? ann : app.visitor();
        const shown = await visitor.post(path + id.ann, undefined, signedIn());
        assertEquals([shown.status, subscriptionSchema.parse(shown.body).plan_id], [200, PLAN]);
        const stranger = await app.visitor().post(path + id.ann, undefined);
        const nobodys = await app.visitor().post(`${path}sub_nobody`, undefined);
        assertEquals([stranger.status, nobodys.status], [404, 404]);
        assertEquals({ ...stranger.body, requestId: "" }, { ...nobodys.body, requestId: "" });
      });
    }

    it("W-CALL-08: create gives a member the plan that this browser paid with the form", async () => {
      const visitor = app.visitor();
      await payByForm({ visitor, plan: OTHER_PLAN, email });
      const body = { ...member(OTHER_PLAN), apple_token: "", attribution };
      const path = `${SUBSCRIPTIONS}/subs/create`;
      await onlyExactly(visitor, path, body, signedIn());
      assertEquals(
        (await visitor.post(path, { ...body, card: { number: "4242424242424242" } }, signedIn())).status,
        400,
      );
      const created = bought(await visitor.post(path, body, signedIn()));
      assertEquals(bought(await visitor.post("/subs/create", body, signedIn())), created);
      assertEquals((await visitor.post(path, body)).status, 401);
      assertEquals((await visitor.post(path, { ...body, firebase_id: "x" }, signedIn())).status, 403);
    });

    it("W-CALL-09: create-applepay accepts the member's token", async () => {
      const visitor = app.visitor();
      await begin(visitor, "tck_3d5_1m3999", signedIn());
      const body = { ...member("tck_3d5_1m3999"), token: TOKEN, attribution, address: NO_ADDRESS };
      const path = `${SUBSCRIPTIONS}/subs/create-applepay`;
      await onlyExactly(visitor, path, body, signedIn());
      const answer = await visitor.post(path, body, signedIn());
      if (app.context === undefined) createAnswerSchema.parse(answer.body);
      else bought(answer);
      assertEquals((await visitor.post(path, body)).status, 401);
    });

    it("W-CALL-15: recurring create-subscription charges the member's stored instrument", async () => {
      const visitor = app.visitor();
      await begin(visitor, "tck_3d5_1m4999", signedIn());
      const body = { ...member("tck_3d5_1m4999"), apple_token: "" };
      const path = "/services/recurring/create-subscription";
      await onlyExactly(visitor, path, body, signedIn());
      bought(await visitor.post(path, body, signedIn()));
      assertEquals((await visitor.post(path, body)).status, 401);
      assertEquals(
        (await visitor.post(`${SUBSCRIPTIONS}/recurring/create-subscription`, body, signedIn())).status,
        404,
      );
    });

    it("W-CALL-20: GET profile accepts subscription_id and x-id-token", async () => {
      const path = `/services/profile?subscription_id=${id.ann}`;
      const { status, body } = await ann.get(path, signedIn());
      assertEquals([status, profileSchema.parse(body).subscription_ids.includes(id.ann)], [200, true]);
      assertEquals((await ann.get(path)).status, 401);
    });

    it("W-CALL-21: report accepts its five keys and x-id-token", async () => {
      const body = { user_id: id.uid, phone_number: "+16502530000", subscription_id: id.ann, name: "", email };
      await onlyExactly(ann, "/services/report", body, signedIn());
      const { status, body: report } = await ann.post("/services/report", body, signedIn());
      assertEquals([status, reportSchema.parse(report).facts.e164], [200, "+16502530000"]);
      assertEquals((await app.visitor().post("/services/report", body)).status, 401);
    });

    it("W-CALL-16: validate-merchant accepts the validation url and the domain", async () => {
      const body = {
        validationURL: "https://apple-pay-gateway.apple.com/paymentservices/paymentSession",
        domain: app.host,
      };
      const path = "/api/apple-pay/validate-merchant";
      assertEquals((await ann.post(path, { ...body, amount: 1 })).status, 400);
      assertEquals((await ann.post(path, { ...body, validationURL: "https://evil.test/" })).status, 400);
      const { status, body: session } = await ann.post(path, body);
      if (app.context === undefined && status !== 200) return assertEquals(typeof session.error, "string");
      assertEquals([status, session.domainName, typeof session.merchantSessionIdentifier], [200, app.host, "string"]);
    });

    it("W-CALL-19: send-activation-by-email carries only its path and gives the same answer for every address", async () => {
      for (const address of [email, `nobody.${email}`]) {
        const { status, body } = await ann.post(
          `/api/send-activation-by-email/trustcheck/${encodeURIComponent(address)}`,
          undefined,
        );
        assertEquals([status, acceptedSchema.safeParse(body).success], [200, true], address);
      }
      const other = await ann.post(`/api/send-activation-by-email/other/${encodeURIComponent(email)}`, undefined);
      assertEquals(other.status, 404);
    });

    it("W-CALL-17: cancel-request accepts email, product code, host and the emailing flag", async () => {
      const body = { email, product: "TCK", host: app.host, emailing: true };
      for (const address of [email, `nobody.${email}`]) {
        const { status, body: answer } = await ann.post("/api/cancel-request", { ...body, email: address });
        assertEquals([status, acceptedSchema.safeParse(answer).success], [200, true], address);
      }
      for (const wrong of [{ ...body, emailing: false }, { ...body, product: "XYZ" }, { ...body, amount: 1 }]) {
        assertEquals((await ann.post("/api/cancel-request", wrong)).status, 400);
      }
    });

    it("W-CALL-18: cancel-subscription carries only its path and ends the owner's plan", async () => {
      const path = `/api/cancel-subscription/${id.ann}`;
      assertEquals((await app.visitor().post(path, undefined)).status, 404);
      assertEquals((await ann.get(path)).status, 404);
      const { status, body } = await ann.post(path, undefined, signedIn());
      assertEquals([status, cancelAnswerSchema.parse(body).already], [200, false]);
      assertMatch(body.until, /^\d{4}-\d\d-\d\dT/);
      assertEquals((await ann.post(path, undefined, signedIn())).body.already, true);
    });

    it("W-CALL-24: every refused call gives a message under error", async () => {
      const stranger = app.visitor();
      const unpaid = { plan_id: PLAN, email, attribution, address: NO_ADDRESS };
      const nothing = { executionId: "exec_none", paymentInstrumentId: "" };
      const member = { subscription_id: id.ann, email, firebase_id: id.uid, apple_token: "", attribution };
      const refused = [
        await stranger.post("/subs/create-no-user", { ...unpaid, instrument: nothing }),
        await stranger.post("/subs/create-no-user", { ...unpaid, plan_id: ADD_ON, subscription_id: id.ann }),
        await stranger.post("/subs/finalize", member),
        await stranger.post(`${SUBSCRIPTIONS}/subscriptions/${id.ann}`, undefined),
        await stranger.post("/api/cancel-subscription/nothing", undefined),
      ];
      for (const { status, body } of refused) {
        assert(status >= 400 && status < 500, `${status} ${JSON.stringify(body)}`);
        assertMatch(String(body.error), /^[A-Z].{10,}/);
        assertEquals([body.id, body.subscription_id], [undefined, undefined]);
      }
    });

    it("W-CALL-26, W-CALL-27: the four same-origin calls accept each field under one name, by POST only", async () => {
      const merchant = { validationURL: "https://apple-pay-gateway.apple.com/x", domain: app.host };
      const cancel = { email, product: "TCK", host: app.host, emailing: true };
      const { validationURL, ...noAddress } = merchant;
      const { emailing, ...noFlag } = cancel;
      const wrong = [
        ["/api/apple-pay/validate-merchant", { ...noAddress, validation_url: validationURL }],
        ["/api/apple-pay/validate-merchant", { validationURL }],
        ["/api/cancel-request", { ...noFlag, is_emailing: emailing }],
        ["/api/cancel-request", { ...cancel, product: undefined }],
      ] as const;
      for (const [path, body] of wrong) {
        const answer = await ann.post(path, body);
        assertEquals([answer.status, typeof answer.body.error], [400, "string"], path);
      }
      const base = "/api/send-activation-by-email/trustcheck";
      for (const path of [...wrong.map(([path]) => path), "/api/cancel-subscription/x", `${base}/a%40mail.example`]) {
        const answer = await ann.raw(path);
        await answer.body?.cancel();
        assert([404, 405].includes(answer.status), `GET ${path} answered ${answer.status}`);
      }
    });

    it("W-CALL-22: GET the trace returns ip and country", async () => {
      const text = await (await ann.raw("/cdn-cgi/trace")).text();
      assertMatch(text, /^ip=.+$/m);
      assertMatch(text, /^loc=[A-Z]{2}$/m);
    });
  });
}

/** Through the Google simulator; an app with the real provider needs a member's token: CONTRACT_ID_TOKEN. */
async function signIn(visitor: Visitor, email: string): Promise<{ readonly idToken: string; readonly uid: string }> {
  const given = Deno.env.get("CONTRACT_ID_TOKEN") ?? "";
  if (given === "") return await visitor.signIn(email);
  const claims = JSON.parse(atob((given.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
  return { idToken: given, uid: String(claims.sub) };
}
