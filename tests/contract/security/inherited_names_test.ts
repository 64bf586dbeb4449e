/** Names inherited from Object match no row of any table that is looked up by outside text, over HTTP and directly. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { declineCode } from "../../../server/embedded/subscriptions/context/decline_texts.ts";
import { declineEmail } from "../../../server/embedded/subscriptions/emails/billing/decline_emails.ts";
import { NO_ACTION_LINKS } from "../../../server/embedded/subscriptions/emails/action_links.ts";
import { hostedPage } from "../../../server/embedded/payments/api/hosted_pages.ts";
import { simulatorScript } from "../../../server/embedded/payments/simulators/routes.ts";
import { findPlan, PLANS } from "../../../server/wire/billing/plans.ts";
import { isSentenceCode } from "../../../server/wire/site/refusal.ts";
import { translationOf, translator } from "../../../server/i18n/translate.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";

const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"] as const;

describe("inherited names", () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  const get = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(app.origin + path, { redirect: "manual", ...init });
    return { status: answer.status, text: await answer.text() };
  };

  /** Every address with a name in it, and its answer to an unknown name. */
  const ADDRESSES: readonly (readonly [address: (name: string) => string, unknown: number])[] = [
    [(name) => `/services/payments/result/${name}`, 404],
    [(name) => `/services/payments/vault/of/${name}`, 404],
    [(name) => `/services/payments/vault/${name}/frame-document`, 404],
    [(name) => `/services/payments/client/executions/${name}`, 401],
    [(name) => `/services/payments/stand-ins/${name}`, 404],
    [(name) => `/services/payments/${name}`, 404],
    [(name) => `/services/${name}`, 404],
    [(name) => `/services/subscriptions/init/session?plan_id=${name}`, 400],
    [(name) => `/init/session?plan_id=${name}`, 400],
    [(name) => `/checkout/errors/${name}`, 404],
    [(name) => `/verify/${name}`, 404],
    [(name) => `/sdk/5/${name}`, 404],
    [(name) => `/card/5/${name}`, 404],
    [(name) => `/trustcheck/assets/${name}`, 404],
    [(name) => `/api/${name}`, 404],
    [(name) => `/dev/${name}`, 404],
    [(name) => `/trustcheck/?lang=${name}&plan=${name}`, 200],
    [(name) => `/trustcheck/unsubscription?c=${name}`, 404],
    [(name) => `/checkout/?scenario=${name}`, 200],
  ];
  for (const [address, unknown] of ADDRESSES) {
    it(`SECURITY E4: ${address("{name}")} treats them as unknown names`, async () => {
      for (const name of [...NAMES, "nothing-of-ours"]) {
        const { status, text } = await get(address(name));
        assertEquals([name, status], [name, unknown]);
        assert(!text.includes("[native code]"), name);
      }
    });
  }

  it("SECURITY E4: are no entry in a cookie, a header or a body", async () => {
    for (const name of NAMES) {
      for (const headers of [{ cookie: `lang=${name}` }, { "accept-language": name }, { "accept-encoding": name }]) {
        assertEquals((await get("/trustcheck/", { headers })).status, 200, name);
      }
      const post = (path: string, body: unknown) =>
        get(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      const session = await post("/checkout/session", { scenario: name });
      assertEquals(session.status, 200, session.text);
      assert((await post("/subs/create-no-user", { plan_id: name })).status < 500);
      assert((await post("/api/consent", { plan_id: name, locale: name })).status < 500);
    }
  });

  it("match no decline, plan, language or page", () => {
    for (const name of NAMES) {
      assertEquals(declineCode(name), "declined");
      const [plan] = PLANS;
      const about = {
        plan,
        language: "en",
        cents: 100,
        actionLinks: NO_ACTION_LINKS,
        step: { kind: "end" },
        reason: name,
      } as const;
      assertEquals(declineEmail(about).text, declineEmail({ ...about, reason: "nothing" }).text);
      assertEquals(findPlan(name), undefined);
      assertEquals(hostedPage(name, "http://x").name, hostedPage("nothing", "http://x").name);
      assertEquals(simulatorScript("http://x", name), {});
      assertEquals([isSentenceCode(name), translationOf(name, "de"), translator("de")(name)], [false, name, name]);
    }
  });
});
