import { memoryArea } from "../storage/storage.ts";
import { createSlots } from "../storage/storage_keys.ts";
import { assertEquals, assertFalse } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { currentLink, forgetAdvertising, keepAdvertising, keepLink } from "./link.ts";
import { QUERY_PARAMETERS, readLinkParameters } from "./query_params.ts";
import { PLAN_PARAMETERS, SLOT_PARAMETERS } from "../../../server/wire/site/link_parameters.ts";
import { CAMPAIGN_KEYS } from "../../../server/wire/billing/purchase.ts";
import { DEFAULT_PLAN } from "../../../server/wire/billing/plans.ts";

const HOSTILE = [
  `<img src=x onerror="window.__p=1">`,
  "javascript:alert(1)",
  "__proto__",
  "'\"><script>1</script>",
  "\u0000%00../../",
];

describe("query parameters", () => {
  it("W-QUERY-11: exactly 27, each once, sex_offender_s2 is not among them (W-QUERY-06)", () => {
    assertEquals([QUERY_PARAMETERS.length, new Set(QUERY_PARAMETERS).size], [27, 27]);
    assertFalse(QUERY_PARAMETERS.some((name) => name.toString() === "sex_offender_s2"));
  });

  it("an empty link changes nothing", () => {
    assertEquals(readLinkParameters(""), {
      plan: undefined,
      skipTrialPlan: undefined,
      slots: {},
      column: "full",
      surePopup: false,
      startFrom: undefined,
      vault: "",
      tcv: "",
      campaign: {},
      bb: false,
      bbAndroid: false,
      idfm: "",
      clickId: "",
      wmq: false,
      vSubscriptionId: "",
      unknownPlan: undefined,
    });
  });

  it("W-QUERY-01: plan and skip_trial_plan name plans", () => {
    const link = readLinkParameters("?plan=tck_3d5_1m3999&skip_trial_plan=tck_3month_plan");
    assertEquals([link.plan?.id, link.skipTrialPlan?.id], ["tck_3d5_1m3999", "tck_3month_plan"]);
  });

  it("W-QUERY-02 W-QUERY-03 W-QUERY-04 W-QUERY-05 W-QUERY-06: the offers of a link are these", () => {
    assertEquals(
      [...SLOT_PARAMETERS].sort().join(" "),
      [
        "avoid_scam avoid_scam_s avoid_scam_s2 data_breach data_breach_s data_breach_s2 sex_offender sex_offender_s",
        "ult_pack ult_pack_s unlimited_pdf unlimited_pdf_s unlimited_pdf_s2",
      ].join(" "),
    );
  });

  for (const slot of SLOT_PARAMETERS) {
    it(`W-QUERY-02 W-QUERY-03 W-QUERY-04 W-QUERY-05 W-QUERY-06: ${slot} is read with and without a plan`, () => {
      assertEquals(readLinkParameters(`?${slot}`).slots, { [slot]: "" });
      assertEquals(readLinkParameters(`?${slot}=1`).slots, { [slot]: "" });
      assertEquals(readLinkParameters(`?${slot}=true`).slots, { [slot]: "" });
      assertEquals(readLinkParameters(`?${slot}=${DEFAULT_PLAN.id}`).slots, { [slot]: DEFAULT_PLAN.id });
      assertEquals(readLinkParameters(`?${slot}=nope`).unknownPlan, { param: slot, id: "nope" });
    });
  }

  it("W-QUERY-07: additional_offer_dc, sure_popup and startFrom", () => {
    const link = readLinkParameters("?additional_offer_dc=sale2&sure_popup=1&startFrom=7");
    assertEquals([link.column, link.surePopup, link.startFrom], ["sale2", true, 7]);
    const popups = ["true", "1", "yes", "0", ""].map((value) => readLinkParameters(`?sure_popup=${value}`).surePopup);
    assertEquals(popups, [true, true, false, false, false]);
    const wrong = ["0", "21", "7.5", "-1", "07", "1e1", "javascript:alert(1)"];
    assertEquals(wrong.map((value) => readLinkParameters(`?startFrom=${value}`).startFrom), wrong.map(() => undefined));
    assertEquals(readLinkParameters("?additional_offer_dc=90").column, "full");
  });

  it("W-QUERY-08 W-QUERY-09: vault, tcv, campaign_id and campaign_name are text", () => {
    const link = readLinkParameters("?vault=v1&tcv=2&campaign_id=c&campaign_name=Spring%20sale");
    assertEquals([link.vault, link.tcv, link.campaign], ["v1", "2", {
      campaign_id: "c",
      campaign_name: "Spring sale",
    }]);
    assertEquals(readLinkParameters(`?campaign_id=&campaign_name=${"x".repeat(300)}`).campaign, {
      campaign_name: "x".repeat(256),
    });
  });

  it("W-QUERY-10 W-TRACK-03: bb, bb_android, _idfm, wmq and vSubscriptionId", () => {
    const link = readLinkParameters("?bb=true&bb_android=true&_idfm=i&wmq=1&vSubscriptionId=s");
    assertEquals([link.bb, link.bbAndroid, link.idfm, link.wmq, link.vSubscriptionId], [true, true, "i", true, "s"]);
    const hostile = ["<img src=x>", "a/../b", "x".repeat(129), ""];
    assertEquals(
      hostile.map((key) => readLinkParameters(`?vSubscriptionId=${encodeURIComponent(key)}`).vSubscriptionId),
      [
        "",
        "",
        "",
        "",
      ],
    );
    const off = readLinkParameters("?bb=1&wmq=true");
    assertEquals([off.bb, off.wmq], [false, false]);
  });

  it("W-START-15 W-VALID-09: an unknown plan is named as the link has it", () => {
    for (const id of ["nope", ...HOSTILE]) {
      const { unknownPlan } = readLinkParameters(`?plan=${encodeURIComponent(id)}`);
      assertEquals(unknownPlan, { param: "plan", id });
    }
  });

  it("hostile values of every parameter change no prototype and throw nothing", () => {
    for (const name of QUERY_PARAMETERS) {
      for (const value of HOSTILE) readLinkParameters(`?${name}=${encodeURIComponent(value)}`);
    }
    assertEquals(Object.keys(Object.prototype), []);
  });
});

describe("the link of a visit", () => {
  const linkSlot = () => createSlots({ local: memoryArea(), session: memoryArea() }).link;

  it("keeps its parameters until the offers, and later values win", () => {
    const link = linkSlot();
    keepLink("?plan=tck_3month_plan&unlimited_pdf_s", link);
    keepLink("?plan=tck_weekly_3dtrial&q=3", link);
    const { plan, slots } = currentLink("", link);
    assertEquals([plan?.id, slots], ["tck_weekly_3dtrial", { unlimited_pdf_s: "" }]);
  });

  it("never stores vSubscriptionId, nor undocumented parameters", () => {
    const link = linkSlot();
    keepLink("?vSubscriptionId=secret&email=a@b.c&plan=tck_3month_plan", link);
    assertEquals(link.read(), "plan=tck_3month_plan");
  });

  it("T10: stores the parameters of advertising only with consent, and forgets them without", () => {
    const link = linkSlot();
    keepLink("?tcv=2&wmq=1&campaign_id=c1&ad_id=7&_idfm=f1", link);
    const seen = () => {
      const { tcv, wmq, campaign, idfm } = currentLink("", link);
      return [tcv, wmq, campaign, idfm];
    };
    assertEquals([link.read(), seen()], ["tcv=2", ["2", true, { campaign_id: "c1", ad_id: "7" }, "f1"]]);
    keepAdvertising(link);
    assertEquals(link.read(), "tcv=2&campaign_id=c1&ad_id=7&_idfm=f1&wmq=1");
    forgetAdvertising(link);
    assertEquals([link.read(), seen()], ["tcv=2", ["2", false, {}, ""]]);
  });

  it("keeps every parameter, however long, with consent as without", () => {
    const link = linkSlot();
    const long = "ж".repeat(300);
    const names = QUERY_PARAMETERS.filter((name) => !PLAN_PARAMETERS.some((each) => each === name));
    keepLink(`?plan=tck_3d5_1m3999&${[...names, ...CAMPAIGN_KEYS].map((name) => `${name}=${long}`).join("&")}`, link);
    keepAdvertising(link);
    const { plan, tcv, campaign } = currentLink("", link);
    const cut = "ж".repeat(256);
    assertEquals([plan?.id, tcv, campaign], ["tck_3d5_1m3999", cut, {
      ...Object.fromEntries(CAMPAIGN_KEYS.map((key) => [key, cut])),
    }]);
  });

  it("W-START-15: a plan that does not exist is told of the address, and no later page of the tab", () => {
    const link = linkSlot();
    keepLink("?plan=nope&ult_pack=gone&tcv=2", link);
    assertEquals([link.read(), currentLink("?plan=nope", link).unknownPlan?.id], ["tcv=2", "nope"]);
    link.write("plan=of-an-earlier-release&ult_pack=gone");
    const { plan, slots, unknownPlan } = currentLink("", link);
    assertEquals([plan, slots, unknownPlan], [undefined, {}, undefined]);
  });
});
