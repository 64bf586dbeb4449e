/** What a consent carries beside its text: the reader's locale, and the version of the terms that the link named. */
import { ADA } from "../../../tests/support/app/samples.ts";
import "../../../tests/support/app/component.ts";
import { afterEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import { LOCALE } from "../../i18n/language.ts";
import { restartPlanOf } from "../restart_plan.ts";
import { signIn } from "../testing/member.ts";
import { purchasePorts } from "./purchase_ports.ts";

it("W-OFFER-04 W-LIMIT-03: every page that sells extras adds one a second at most", () => {
  const { mayAdd } = purchasePorts(() => {});
  assertEquals([mayAdd(), mayAdd(), purchasePorts(() => {}).mayAdd()], [true, false, true]);
});

describe("T2, T8, W-QUERY-08: a consent", () => {
  afterEach(() => history.replaceState(null, "", "/trustcheck/"));

  it("to an extra has the reader's locale and the version of the link", () => {
    assertMatch(LOCALE, /^en-[A-Z]{2}$/);
    history.replaceState(null, "", "/trustcheck/?tcv=7");
    const { locale, linkTextVersion } = purchasePorts(() => {});
    assertEquals([locale(), linkTextVersion()], [LOCALE, "7"]);
  });

  it("to a plan that starts again has both, and is given before the charge", async () => {
    history.replaceState(null, "", "/trustcheck/?tcv=7");
    const plan = findPlan("tck_weekly_3dtrial");
    if (plan === undefined) throw new Error("no such plan");
    const { calls, end } = signIn(ADA, ({ path }) => {
      if (path.endsWith("/init/session")) return { version: "1", data: "e30=" };
      return path === "/api/consent" ? { consent_id: "c1" } : { id: "p1", subscription_id: "s2", error: "" };
    });
    const { terms, start } = restartPlanOf(plan, "ada@example.com");
    assertEquals(await start(terms()), "");
    assertEquals(calls.map(({ path, token }) => [path, token]), [
      ["/services/subscriptions/init/session", "token-1"],
      ["/api/consent", "token-1"],
      ["/services/recurring/create-subscription", "token-1"],
    ]);
    const { locale, link_text_version } = calls[1]?.body ?? {};
    assertEquals([locale, link_text_version], [LOCALE, "7"]);
    await end();
  });
});
