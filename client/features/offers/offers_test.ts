import { reportedErrors } from "../../../tests/support/app/component.ts";
import { NO_ATTRIBUTION } from "../../../tests/support/app/samples.ts";
import { ADD_ON_CONSENT_VERSION } from "../../../server/wire/billing/consent_texts.ts";
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { findPlan, type Plan, PLANS, todayCents } from "../../../server/wire/billing/plans.ts";
import {
  consentSchema,
  type CreateNoUser,
  createNoUserSchema,
  NO_ADDRESS,
} from "../../../server/wire/billing/purchase.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { type AdditionalPurchasePorts, buyAdditional } from "./additional_purchase.ts";
import { ADD_THROTTLE_MS } from "./constants.ts";
import { forgetOrders, keptOrders } from "./kept_orders.ts";
import { chooseOffers, inColumn, isOwned, OFFER_SLOT_NAMES, openGroups } from "./offer_slots.ts";
import { planName } from "../../lib/format/plan_names.ts";
import { accessLine, addLabel, offerLines, savingOf, withoutLine } from "./offer_texts.ts";
import { OFFERS_START, offersReducer } from "./offers_state.ts";
import { createThrottle } from "./throttle.ts";

const NOW_MS = Date.parse("2026-11-21T10:00:00Z");
const NONE = { slots: {}, column: "full", owned: [], hasRegistry: true } as const;
const ids = (plans: readonly Plan[]) => plans.map(({ id }) => id);

function plan(id: string): Plan {
  const found = findPlan(id);
  if (found === undefined) throw new Error(`no plan ${id}`);
  return found;
}

function record(over: Partial<AdditionalPurchasePorts> = {}) {
  const log: string[] = [];
  let state = OFFERS_START;
  const sent: unknown[] = [];
  const kept = new Map<string, CreateNoUser>();
  const ports: AdditionalPurchasePorts = {
    dispatch: (event) => {
      state = offersReducer(state, event);
    },
    mayAdd: () => true,
    readPurchase: () => ({ email: "ana@example.com", subscriptionId: "s1" }),
    agree: (consent) => {
      sent.push(consentSchema.parse(consent));
      log.push("consent");
      return Promise.resolve({ consent_id: "c1" });
    },
    create: (body) => {
      sent.push(createNoUserSchema.parse(body));
      log.push(`create busy=${state.busy}`);
      return Promise.resolve({ id: "s1", subscription_id: "s1", error: "" });
    },
    approve: ({ data }) => {
      log.push(`approve ${data}`);
      return Promise.resolve();
    },
    orders: {
      read: (planId) => kept.get(planId),
      keep: (order) => void kept.set(order.plan_id, order),
      drop: (planId) => void kept.delete(planId),
    },
    wait: () => Promise.resolve(),
    attribution: () => NO_ATTRIBUTION,
    locale: () => "en",
    linkTextVersion: () => "2026-t",
    now: () => NOW_MS,
    trackPurchase: (sale) => log.push(`purchase ${sale.planId} ${sale.reportedCents}`),
    trackError: (text) => log.push(`additional-purchase-error ${text}`),
    onSuccess: ({ id }) => {
      state = offersReducer(state, { type: "added", planId: id });
      log.push(`success ${id}`);
    },
    ...over,
  };
  return { ports, log, sent, kept, state: () => state };
}

describe("which offers are shown", () => {
  it("three by default: PDF report, guide, ultimate pack", () => {
    assertEquals(ids(chooseOffers(NONE)), ["tck_pdf_report_otp", "tck_guide_otp", "tck_ultimate_pack_otp"]);
  });

  it("W-QUERY-02 W-QUERY-03 W-QUERY-05 W-QUERY-06: each slot of the link sells its own plan", () => {
    const sold = OFFER_SLOT_NAMES.map((slot) =>
      [slot, ...ids(chooseOffers({ ...NONE, slots: { [slot]: "" } }))].join(" ")
    );
    assertEquals(sold, [
      "unlimited_pdf tck_pdf_report_otp",
      "unlimited_pdf_s tck_pdf_report_sale_otp",
      "unlimited_pdf_s2 tck_pdf_report_sale2_otp",
      "avoid_scam tck_guide_otp",
      "avoid_scam_s tck_guide_sale_otp",
      "avoid_scam_s2 tck_guide_sale2_otp",
      "ult_pack tck_ultimate_pack_otp",
      "ult_pack_s tck_ultimate_pack_sale_otp",
      "sex_offender tck_sex_offender_otp",
      "sex_offender_s tck_sex_offender_sale_otp",
      "data_breach",
      "data_breach_s",
      "data_breach_s2",
    ]);
  });

  it("W-QUERY-04: data_breach slots appear only when a value names a plan", () => {
    const named = chooseOffers({ ...NONE, slots: { data_breach: "tck_25_validations_otp" } });
    assertEquals(ids(named), ["tck_25_validations_otp"]);
  });

  it("a value chooses the plan that the slot offers, and no slot offers a subscription", () => {
    assertEquals(ids(chooseOffers({ ...NONE, slots: { ult_pack: "tck_10_validations_otp" } })), [
      "tck_10_validations_otp",
    ]);
    assertEquals(ids(chooseOffers({ ...NONE, slots: { ult_pack: "tck_3month_plan" } })), []);
  });

  it("W-QUERY-07: additional_offer_dc picks the price column, where there is one", () => {
    assertEquals(ids(chooseOffers({ ...NONE, column: "sale2" })), [
      "tck_pdf_report_sale2_otp",
      "tck_guide_sale2_otp",
      "tck_ultimate_pack_otp",
    ]);
    assertEquals(inColumn(plan("tck_ultimate_pack_otp"), "sale")?.id, "tck_ultimate_pack_sale_otp");
  });

  it("never more than three, never one twice, never one that is owned", () => {
    const all = Object.fromEntries(OFFER_SLOT_NAMES.map((slot) => [slot, ""]));
    assertEquals(chooseOffers({ ...NONE, slots: all }).length, 3);
    const twice = { unlimited_pdf: "tck_guide_otp", avoid_scam: "" };
    assertEquals(ids(chooseOffers({ ...NONE, slots: twice })), ["tck_guide_otp"]);
    assertEquals(ids(chooseOffers({ ...NONE, owned: ["tck_guide_sale_otp"] })), [
      "tck_pdf_report_otp",
      "tck_ultimate_pack_otp",
    ]);
    assertEquals(ids(chooseOffers({ ...NONE, owned: ["tck_ultimate_pack_sale_otp"] })), []);
  });

  it("without a licensed registry its check is not offered, and the pack says that it comes without it", () => {
    const slots = { sex_offender: "", sex_offender_s: "", ult_pack: "" };
    const [pack, ...others] = chooseOffers({ ...NONE, slots, hasRegistry: false });
    assertEquals([pack?.id, others], ["tck_ultimate_pack_otp", []]);
    assert(pack !== undefined && offerLines(pack).length === 2);
    assert(/^Without the registry check/.test(withoutLine(pack)));
    assertEquals(withoutLine(plan("tck_ultimate_pack_otp")), "");
  });

  it("a registry of made-up entries is no benefit of a pack", () => {
    const sells = (id: string, hasMadeUp: boolean) =>
      offerLines(plan(id), { hasMadeUp }).some((line) => line.includes("registry"));
    assertEquals([sells("tck_ultimate_pack_otp", true), sells("tck_sex_offender_otp", true)], [false, false]);
    assertEquals([sells("tck_ultimate_pack_otp", false), sells("tck_sex_offender_otp", false)], [true, true]);
  });

  it("a pack only names the parts that are offered beside it, and describes the others", () => {
    const [pdf, guide, pack] = [plan("tck_pdf_report_otp"), plan("tck_guide_otp"), plan("tck_ultimate_pack_otp")];
    const [one, two, three] = offerLines(pack, { offered: [pdf, guide, pack] });
    assertEquals([one, two].sort(), [planName(pdf), planName(guide)].sort());
    assert(three?.startsWith("Search the registry by name."));
    assertEquals(offerLines(pack, { offered: [pack] }), offerLines(pack));
    assert(offerLines(pdf, { offered: [pdf, guide, pack] })[0] !== planName(pdf));
  });

  it("T12: a pack saves what its parts cost more, as far as they are offered beside it and worth their price", () => {
    const [pdf, guide, pack] = [plan("tck_pdf_report_otp"), plan("tck_guide_otp"), plan("tck_ultimate_pack_otp")];
    const saving = { label: "Save $6.99", proof: "$39.98 if bought separately" };
    assertEquals(savingOf(pack, { offered: [pdf, guide, pack] }), saving);
    assertEquals(savingOf(pack, { offered: [pdf, pack] }), undefined);
    assertEquals(savingOf(pdf, { offered: [pdf, guide, pack] }), undefined);
    // Parts on sale that together cost no more than the pack mean no saving.
    const sale = [plan("tck_pdf_report_sale2_otp"), plan("tck_guide_sale2_otp"), pack];
    const sum = todayCents(plan("tck_pdf_report_sale2_otp")) + todayCents(plan("tck_guide_sale2_otp"));
    assert(sum <= todayCents(pack));
    assertEquals(savingOf(pack, { offered: sale }), undefined);
    const withRegistry = [pdf, guide, plan("tck_sex_offender_otp"), pack];
    assertEquals(savingOf(pack, { offered: withRegistry })?.label, "Save $26.98");
    assertEquals(savingOf(pack, { offered: withRegistry, hasMadeUp: true }), saving);
  });

  it("W-PLAN-19: either ultimate pack unlocks all three groups", () => {
    for (const id of ["tck_ultimate_pack_otp", "tck_ultimate_pack_sale_otp"]) {
      assertEquals([...openGroups([id])].sort(), ["guide", "pdf_report", "sex_offender"]);
      assert(isOwned(plan("tck_sex_offender_otp"), [id]));
    }
    assertEquals(isOwned(plan("tck_10_validations_otp"), ["tck_10_validations_otp"]), false);
  });

  it("every one-time product says what it adds, its price and until when", () => {
    for (const row of PLANS.filter(({ id }) => id.endsWith("_otp"))) {
      assert(offerLines(row).length > 0, row.id);
      assert(addLabel(row).includes((row.sum_cents / 100).toFixed(2)), row.id);
    }
    assertEquals(accessLine(plan("tck_guide_otp"), NOW_MS), "Access until Nov\u00a021,\u00a02036.");
    assertEquals(
      accessLine(plan("tck_10_validations_otp"), NOW_MS),
      "Access until Nov\u00a021,\u00a02027.",
    );
  });
});

describe("buying an add-on", () => {
  it("opens the issuer's challenge at once when the bank asks for it, and the same call then ends the purchase", async () => {
    const asked = { id: "", subscription_id: "", error: "Approve it.", approval: { version: "1", data: "e30=" } };
    const answers = [asked, { id: "p1", subscription_id: "s1", error: "" }];
    const bodies: unknown[] = [];
    const { ports, log, state } = record({
      create: (body) => {
        bodies.push(body);
        return Promise.resolve(answers.shift());
      },
    });
    await buyAdditional(ports, plan("tck_ultimate_pack_otp"));
    assertEquals(log.slice(0, 2), ["consent", "approve e30="]);
    assertEquals([bodies.length, bodies[0]], [2, bodies[1]]);
    assertEquals(state().bought, ["tck_ultimate_pack_otp"]);
  });

  it("says so when the shopper left the issuer's challenge, and buys nothing", async () => {
    const asked = { id: "", subscription_id: "", error: "Approve it.", approval: { version: "1", data: "e30=" } };
    const { ports, log, state } = record({ create: () => Promise.resolve(asked) });
    await buyAdditional(ports, plan("tck_guide_otp"));
    assertEquals(log, ["consent", "approve e30=", "additional-purchase-error Approve it."]);
    assertEquals([state().bought, state().errors], [[], { tck_guide_otp: "Approve it." }]);
  });

  it("W-OFFER-01 W-ERR-07: without email or subscription id nothing is called", async () => {
    for (const missing of [{ email: "", subscriptionId: "s1" }, { email: "ana@example.com", subscriptionId: "" }]) {
      const { ports, log, sent, state } = record({ readPurchase: () => missing });
      await buyAdditional(ports, plan("tck_guide_otp"));
      assertEquals(state().errors["tck_guide_otp"], "No subscription data");
      assertEquals([sent, log], [[], ["additional-purchase-error No subscription data"]]);
    }
  });

  it("W-OFFER-02 W-CALL-05: creates with the subscription id and no instrument or card", async () => {
    const { ports, sent } = record();
    await buyAdditional(ports, plan("tck_guide_otp"));
    const body = createNoUserSchema.parse(sent[1]);
    assertEquals([body.subscription_id, body.consent_id, body.instrument, body.card], [
      "s1",
      "c1",
      undefined,
      undefined,
    ]);
  });

  it("the consent is the button's own text with the amount, and mentions no renewal", async () => {
    const { ports, sent } = record();
    await buyAdditional(ports, plan("tck_guide_otp"));
    const consent = consentSchema.parse(sent[0]);
    assert(consent.text.endsWith("Add for $19.99"));
    assertEquals(consent.shown, { today_cents: 1999, next_cents: null, next_at: null, every: null });
    assertEquals(consent.subscription_id, "s1");
    // SECURITY X10: the version of the link is stored beside the one that was shown.
    assertEquals([consent.text_version, consent.link_text_version], [ADD_ON_CONSENT_VERSION, "2026-t"]);
  });

  it("W-OFFER-03: purchase events fire, then the success callback", async () => {
    const { ports, log, state } = record();
    await buyAdditional(ports, plan("tck_guide_otp"));
    assertEquals(log, [
      "consent",
      "create busy=tck_guide_otp",
      "purchase tck_guide_otp 1499",
      "success tck_guide_otp",
    ]);
    assertEquals([state().bought, state().busy], [["tck_guide_otp"], undefined]);
  });

  it("W-TRACK-08: a failure fires additional-purchase-error and shows its text at the offer", async () => {
    const rows: readonly (readonly [Partial<AdditionalPurchasePorts>, string])[] = [
      [{ create: () => Promise.resolve({ error: "Your bank declined" }) }, "Your bank declined"],
      [{ create: () => Promise.reject(new ResponseError(403, { error: "Not yours" })) }, "Not yours"],
      [{ agree: () => Promise.reject(new ResponseError(400, {})) }, "An error occurred"],
      [{ create: () => Promise.reject(new NetworkError("x")) }, "We couldn't reach our server"],
    ];
    for (const [over, expected] of rows) {
      const { ports, log, state } = record(over);
      await buyAdditional(ports, plan("tck_guide_otp"));
      assert(state().errors["tck_guide_otp"]?.startsWith(expected), expected);
      assert(log.at(-1)?.startsWith(`additional-purchase-error ${expected}`));
      assertEquals(state().bought, []);
    }
  });

  it("a lost response is requested again with the same consent, even by the next click", async () => {
    const consents: (string | undefined)[] = [];
    let isOnline = false;
    const { ports, log, kept, state } = record({
      create: (body) => {
        consents.push(body.consent_id);
        return isOnline ? Promise.resolve({ error: "" }) : Promise.reject(new NetworkError("x"));
      },
    });
    await buyAdditional(ports, plan("tck_guide_otp"));
    assertEquals(state().bought, []);
    isOnline = true;
    await buyAdditional(ports, plan("tck_guide_otp"));
    assertEquals([consents, log.filter((line) => line === "consent").length], [["c1", "c1", "c1", "c1"], 1]);
    assertEquals([state().bought, kept.size], [["tck_guide_otp"], 0]);
  });

  it("W-SENTRY-04: a fault of the app is reported and not repeated; the order is kept", async () => {
    const fault = new TypeError("not a function");
    let calls = 0;
    const { ports, kept, state } = record({
      create: () => {
        calls += 1;
        return Promise.reject(fault);
      },
    });
    assertEquals(await reportedErrors(() => buyAdditional(ports, plan("tck_guide_otp"))), [fault]);
    assertEquals([calls, kept.size], [1, 1]);
    assertEquals(state().errors["tck_guide_otp"], "An error occurred");
  });

  it("after a refusal the next click stores a new consent, since the old one was used", async () => {
    const { ports, log, kept } = record({
      create: () => Promise.reject(new ResponseError(402, { error: "Declined" })),
    });
    await buyAdditional(ports, plan("tck_guide_otp"));
    await buyAdditional(ports, plan("tck_guide_otp"));
    assertEquals([log.filter((line) => line === "consent").length, kept.size], [2, 0]);
  });

  it("an answer that is not the end keeps the order: the next click repeats it and cannot buy a second pack", async () => {
    const pending = (code: string) => () => Promise.resolve({ error: "We're waiting on your bank.", code });
    const failed = (status: number, body: unknown) => () => Promise.reject(new ResponseError(status, body));
    const open = [
      pending("in_flight"),
      pending("needs_approval"),
      pending("payment_mismatch"),
      pending("payment_unavailable"),
      failed(502, { error: "A service we need isn't responding.", code: "service_down" }),
      failed(504, "<html>"),
    ];
    for (const create of open) {
      const { ports, log, kept } = record({ create });
      await buyAdditional(ports, plan("tck_10_validations_otp"));
      await buyAdditional(ports, plan("tck_10_validations_otp"));
      assertEquals([log.filter((line) => line === "consent").length, kept.size], [1, 1]);
    }
    const { ports, log, kept } = record({ create: pending("declined_balance") });
    await buyAdditional(ports, plan("tck_10_validations_otp"));
    await buyAdditional(ports, plan("tck_10_validations_otp"));
    assertEquals([log.filter((line) => line === "consent").length, kept.size], [2, 0]);
  });

  it("an order without an end outlives a reload, for its own purchase and product, until it has one", () => {
    const order: CreateNoUser = {
      plan_id: "tck_10_validations_otp",
      email: "ana@example.com",
      attribution: NO_ATTRIBUTION,
      address: NO_ADDRESS,
      subscription_id: "s1",
      consent_id: "c1",
    };
    keptOrders.keep(order);
    assertEquals(JSON.parse(sessionStorage.getItem("addOnOrders") ?? ""), { [order.plan_id]: order });
    assertEquals(keptOrders.read(order.plan_id, "s1"), order);
    assertEquals([keptOrders.read(order.plan_id, "s2"), keptOrders.read("tck_guide_otp", "s1")], [
      undefined,
      undefined,
    ]);
    keptOrders.keep({ ...order, plan_id: "tck_guide_otp" });
    keptOrders.drop(order.plan_id);
    assertEquals([keptOrders.read(order.plan_id, "s1"), keptOrders.read("tck_guide_otp", "s1")?.consent_id], [
      undefined,
      "c1",
    ]);
    forgetOrders();
    assertEquals(keptOrders.read("tck_guide_otp", "s1"), undefined);
  });

  it("W-OFFER-04 W-LIMIT-03: ten clicks within a second make one call", async () => {
    let nowMs = 0;
    const { ports, log } = record({ mayAdd: createThrottle(ADD_THROTTLE_MS, () => nowMs) });
    await Promise.all(Array.from({ length: 10 }, () => {
      nowMs += 50;
      return buyAdditional(ports, plan("tck_guide_otp"));
    }));
    assertEquals(log.filter((line) => line.startsWith("create")).length, 1);
    nowMs = 1_049;
    await buyAdditional(ports, plan("tck_pdf_report_otp"));
    assertEquals(log.filter((line) => line.startsWith("create")).length, 1);
    nowMs = 1_050;
    await buyAdditional(ports, plan("tck_pdf_report_otp"));
    assertEquals(log.filter((line) => line.startsWith("create")).length, 2);
  });
});
