import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { act, codesOf, pay, send, type Session, start } from "../../../../tests/support/payments/payments_calls.ts";
import {
  BASE,
  FRAME,
  openPaymentsFixture,
  PAGE,
  type PaymentsFixture,
} from "../../../../tests/support/payments/payments_fixture.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { sql } from "kysely";
import { encode } from "uqr";
import { createSimulator } from "../acquirer/simulator.ts";
import { hostedPage } from "../api/hosted_pages.ts";
import { CHALLENGE_DONE, ISSUER_SCRIPT } from "../api/issuer_page.ts";

const CHOOSES = "4000002500003155";
const FAILS = "4000008400001629";

describe("issuer page", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  async function challenge(number: string, overrides: Readonly<Record<string, unknown>> = {}) {
    const session = await start(fixture, { meta: { clientContext: { origin: PAGE } }, ...overrides });
    const returnInfo = { success: `${PAGE}/thanks`, error: "javascript:alert(1)" };
    const { body } = await pay(fixture, session, number, { storeInstrument: true, returnInfo });
    return { session, body, url: String(body.links?.["3ds"]) };
  }

  const choose = async (url: string, choice: string, extra: Readonly<Record<string, string>> = {}) => {
    const page = await send(fixture, url);
    const [, code = ""] = /name="code"[^>]* value="(\d+)"/.exec(page.text) ?? [];
    const body = new URLSearchParams({ choice, code, referrer: "", ...extra }).toString();
    return await send(fixture, url, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  };

  const read = (session: Session) => send(fixture, `/client/executions/${session.id}`, { token: session.token });

  it("S-POLL-01: reports a challenge as pending with actionRequired 3ds and the link of the issuer page as a plain string", async () => {
    const { body, url } = await challenge(CHOOSES);
    assertEquals(codesOf(body), ["authorizeRequested", "authorizePending"]);
    assertEquals(String(body.actionRequired), "3ds");
    assertMatch(url, new RegExp(`^${FRAME}/challenge/[0-9a-f-]{36}$`));
    assertEquals([body.paymentInstrumentId, body.finalState], [undefined, undefined]);
  });

  it("SECURITY R8: recovers from a crash between the shopper's answer and its call to the acquirer", async () => {
    const { session, url } = await challenge(CHOOSES);
    const died =
      sql`create trigger died before insert on pay_intents begin select raise(abort, 'the process died'); end`;
    await died.execute(fixture.db);
    assertEquals((await choose(url, "approve")).status, 500);
    await sql`drop trigger died`.execute(fixture.db);
    const next = await fixture.restart();
    const page = await send(next, url);
    assertMatch(page.text, /name="code"/);
    const { status } = await choose(url, "approve");
    const { body } = await send(next, `/client/executions/${session.id}`, { token: session.token });
    assertEquals([status, codesOf(body).at(-1)], [200, "captureSuccessful"]);
    assertEquals(
      (await fixture.ledger.selectFrom("acq_charges").select("key").where("outcome", "=", "approved").execute())
        .length,
      1,
    );
  });

  for (const [point, code] of [["before", "authorizeFailed"], ["after", "captureSuccessful"]] as const) {
    it(`SECURITY R8: completes the payment at the next start after a crash ${point} the acquirer got the shopper's answer`, async () => {
      const { session, url } = await challenge(CHOOSES);
      const bank = createSimulator({ db: fixture.ledger, clock: fixture.clock });
      const heard = Promise.withResolvers<void>();
      const dying = await fixture.restart({
        ...bank,
        continue: async (call) => {
          if (point === "after") await bank.continue(call);
          heard.resolve();
          return await new Promise<never>(() => {});
        },
      });
      const form = new URLSearchParams({ choice: "approve", referrer: "" });
      const { text } = await send(dying, url);
      form.set("code", /name="code"[^>]* value="(\d+)"/.exec(text)?.[1] ?? "");
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      void send(dying, url, { method: "POST", body: form.toString(), headers });
      await heard.promise;
      const next = await dying.restart();
      const { body } = await send(next, `/client/executions/${session.id}`, { token: session.token });
      assertEquals(codesOf(body).at(-1), code);
    });
  }

  for (
    const [number, choice, code] of [
      [CHOOSES, "approve", "authorizeSuccessful"],
      [CHOOSES, "decline", "authorizeFailed"],
      [CHOOSES, "cancel", "authorizeFailed"],
      [FAILS, "approve", "authorizeFailed"],
      [FAILS, "decline", "authorizeFailed"],
    ] as const
  ) {
    it(`${choice} with the card ending ${number.slice(-4)} gives ${code}`, async () => {
      const { session, url } = await challenge(number);
      await choose(url, choice);
      const { body } = await read(session);
      assertEquals(String(body.finalState?.code), code);
      assertEquals([body.actionRequired, body.links?.["3ds"]], [undefined, undefined]);
      assertEquals(body.paymentInstrumentId !== undefined, code === "authorizeSuccessful");
      const stored = await fixture.db.selectFrom("pay_instruments").selectAll().execute();
      assertEquals(stored.length, code === "authorizeSuccessful" ? 1 : 0);
    });
  }

  it("SECURITY M7: no merchant's page frames the issuer page of another merchant's payment", async () => {
    const ancestors = async (session: Session) => {
      const { body } = await pay(fixture, session, CHOOSES);
      const { headers } = await send(fixture, String(body.links?.["3ds"]));
      return /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];
    };
    assertEquals(await ancestors(await start(fixture)), "'self' http://localhost:*");
    assertEquals(await ancestors(await start(fixture, {}, { client: "other" })), "'self' https://other.example");
  });

  it("offers approve, decline and cancel in a form, without inline script, to registered parents only", async () => {
    const { url } = await challenge(CHOOSES);
    const { text, headers } = await send(fixture, url);
    for (const name of ["approve", "decline", "cancel"]) assertStringIncludes(text, `data-testid="${name}"`);
    assert(!/<script(?![^>]* src=)|\son\w+=|style=/.test(text), "inline script or style");
    const csp = headers.get("content-security-policy") ?? "";
    assertStringIncludes(csp, "frame-ancestors 'self' http://localhost:*");
    assert(!csp.includes("unsafe"));
    assertEquals(headers.get("cross-origin-opener-policy"), null);
    assertEquals((await send(fixture, `${FRAME}/challenge/bank.js`)).text, ISSUER_SCRIPT);
  });

  it("sends its message to the origin from init, whatever the page claims", async () => {
    const { url } = await challenge(CHOOSES);
    const { text } = await choose(url, "approve", { referrer: "http://localhost:1234" });
    assertStringIncludes(text, `data-target="${PAGE}"`);
    assertStringIncludes(text, `data-next="${PAGE}/thanks"`);
    assertEquals(CHALLENGE_DONE, '{"type":"3DS-challenge-completed"}');
    assertStringIncludes(ISSUER_SCRIPT, `postMessage('${CHALLENGE_DONE}', target)`);
  });

  it("sends its message to a registered framing page when init named no origin, and to no other", async () => {
    const pages = [["http://localhost:1234", "http://localhost:1234"], ["https://evil.test", ""]];
    // The page of another merchant is no page of this one.
    for (const [referrer, target] of [...pages, ["https://other.example", ""]]) {
      const { url } = await challenge(CHOOSES, { meta: {} });
      assertStringIncludes(
        (await choose(url, "approve", { referrer: referrer ?? "" })).text,
        `data-target="${target}"`,
      );
    }
  });

  it("leaves only for http and https addresses", async () => {
    const { session, url } = await challenge(CHOOSES);
    const { text } = await choose(url, "decline");
    // Only with its execution can the page show the state (SECURITY R21).
    assertStringIncludes(text, `/services/payments/result/error?execution=${session.id}"`);
    assert(!text.includes("javascript"));
  });

  it("leaves only for pages of the merchant when a page named them, and for any when the merchant's server did", async () => {
    const returnInfo = { cancel: "https://elsewhere.test/cancel" };
    const { body } = await pay(fixture, await start(fixture), CHOOSES, { returnInfo });
    const { text } = await choose(String(body.links?.["3ds"]), "cancel");
    assertStringIncludes(text, `data-next="${BASE}/result/cancel?`);
    const session = await start(fixture);
    const { amount } = session.config;
    const paymentInstrumentData = { paymentToken: "token" };
    const paymentComposition = [{ paymentMethodCode: "googlePay", integrationType: "api", paymentInstrumentData }];
    await act(fixture, session, "authorize", { amount, paymentComposition, returnInfo });
    const { return_info } = await fixture.db.selectFrom("pay_executions").select("return_info")
      .where("id", "=", session.id).executeTakeFirstOrThrow();
    assertEquals(JSON.parse(return_info ?? "{}"), returnInfo);
  });

  it("SECURITY R21: Cancel leads to a page that says the payment was canceled, and its address keeps the merchant's query", async () => {
    const session = await start(fixture, { meta: { clientContext: { origin: PAGE } } });
    const { body } = await pay(fixture, session, CHOOSES, { returnInfo: { cancel: `${BASE}/result/cancel?shop=1` } });
    const { text } = await choose(String(body.links?.["3ds"]), "cancel");
    const [, next = ""] = /data-next="([^"]+)"/.exec(text) ?? [];
    assertEquals(next.replaceAll("&amp;", "&"), `${BASE}/result/cancel?shop=1&execution=${session.id}`);
    assertStringIncludes((await send(fixture, next.replaceAll("&amp;", "&"))).text, "<h1>Payment canceled</h1>");
  });

  it("SECURITY M7: allows three tries; the third wrong code fails the payment, and a right one after it changes nothing", async () => {
    const { session, url } = await challenge(CHOOSES);
    for (const left of ["You can try 2 more times.", "You can try once more."]) {
      assertStringIncludes(
        (await choose(url, "approve", { code: "x" })).text,
        `right. You haven't been charged. ${left}`,
      );
      assertEquals(codesOf((await read(session)).body).at(-1), "authorizePending");
    }
    assertStringIncludes((await choose(url, "approve", { code: "x" })).text, "<h1>Declined</h1>");
    const { body } = await read(session);
    assertEquals<unknown>(body.status?.[2]?.errors, [{ reason: { result: "PayerAuthenticationFailed" } }]);
    await choose(url, "approve");
    assertEquals(String((await read(session)).body.finalState?.code), "authorizeFailed");
  });

  it("SECURITY M7: accepts the right code on the third try, and counts parallel guesses as tries", async () => {
    const { session, url } = await challenge(CHOOSES);
    for (const code of ["x", "y"]) await choose(url, "approve", { code });
    await choose(url, "approve");
    assertEquals(String((await read(session)).body.finalState?.code), "authorizeSuccessful");
    const guessed = await challenge(CHOOSES);
    const { code } = await fixture.db.selectFrom("pay_challenges").select("code").where("is_open", "=", 1)
      .executeTakeFirstOrThrow();
    // Each request has read the open page before the first one takes effect.
    await Promise.all([...Array(10).fill("x"), code].map((guess) => choose(guessed.url, "approve", { code: guess })));
    assertEquals(String((await read(guessed.session)).body.finalState?.code), "authorizeFailed");
  });

  it("S-3DS-10: shows the outcome of the state: an amount of zero is paid too, and a cancelled payment is not a success", async () => {
    const free = await challenge(CHOOSES, { amount: { value: "0.00", currency: "USD" } });
    assertStringIncludes((await choose(free.url, "approve")).text, `data-next="${PAGE}/thanks"`);
    const { session, url } = await challenge(CHOOSES);
    await act(fixture, session, "cancel");
    assertStringIncludes((await send(fixture, url)).text, "/result/cancel");
  });

  it("SECURITY M7: a right code after the third try, or after ten minutes, pays nothing", async () => {
    const answerWith = async (url: string, code: string) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const body = new URLSearchParams({ choice: "approve", code, referrer: "" }).toString();
      return await send(fixture, url, { method: "POST", headers, body });
    };
    const codeOf = (url: string) =>
      fixture.db.selectFrom("pay_challenges").select(["id", "code"]).where("id", "=", url.split("/").at(-1) ?? "")
        .executeTakeFirstOrThrow();
    // The process died after it had counted the third try and before it closed the challenge.
    const tried = await challenge(CHOOSES);
    const { id, code } = await codeOf(tried.url);
    await fixture.db.updateTable("pay_challenges").set({ tries: 3 }).where("id", "=", id).execute();
    await answerWith(tried.url, String(code));
    assertEquals(String((await read(tried.session)).body.finalState?.code), "authorizeFailed");
    const late = await challenge(CHOOSES);
    const known = await codeOf(late.url);
    fixture.clock.nowMs += 10 * 60_000;
    await answerWith(late.url, String(known.code));
    const approved = await fixture.ledger.selectFrom("acq_charges").selectAll().where("outcome", "=", "approved")
      .execute();
    assertEquals(approved, []);
  });

  it("SECURITY M7: the page of an earlier attempt asks and answers nothing", async () => {
    const { session, url } = await challenge(CHOOSES);
    await choose(url, "decline");
    const { body } = await pay(fixture, session, CHOOSES);
    assert(String(body.links?.["3ds"]) !== url);
    assert(!(await send(fixture, url)).text.includes("<form"));
    const codes = await fixture.db.selectFrom("pay_challenges").select("code").execute();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const { code } of codes) {
      const form = new URLSearchParams({ choice: "approve", code: String(code), referrer: "" }).toString();
      await send(fixture, url, { method: "POST", headers, body: form });
      assertEquals(codesOf((await read(session)).body).at(-1), "authorizePending");
    }
    const { tries } = await fixture.db.selectFrom("pay_challenges").select("tries").where("is_open", "=", 1)
      .executeTakeFirstOrThrow();
    assertEquals(tries, 0);
  });

  it("SECURITY M7: fails the payment after ten minutes without an answer, not before", async () => {
    const { session, url } = await challenge(CHOOSES);
    fixture.clock.nowMs += 10 * 60_000 - 1_000;
    assertStringIncludes((await send(fixture, url)).text, "<form");
    fixture.clock.nowMs += 1_000;
    const { text } = await send(fixture, url);
    assert(!text.includes("<form"));
    assertEquals(
      String(
        (await send(fixture, `/merchant/workflows/payment-acceptance/executions/${session.id}`, {
          token: (await start(fixture)).merchant,
        })).body.state,
      ),
      "declined",
    );
  });

  it("SECURITY M7: answers 404 for an unknown challenge, and accepts one answer only", async () => {
    assertEquals((await choose(`${FRAME}/challenge/${crypto.randomUUID()}`, "approve")).status, 404);
    const { session, url } = await challenge(CHOOSES);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => choose(url, at % 2 === 0 ? "approve" : "decline")),
    );
    assert(answers.every(({ status }) => status < 500));
    const { body } = await read(session);
    assertEquals(codesOf(body).filter((code) => /^authorize(Successful|Failed)$/.test(code)).length, 1);
    const charges = await fixture.ledger.selectFrom("acq_charges").selectAll().execute();
    assert(charges.filter(({ outcome }) => outcome === "approved").length <= 1);
  });

  it("lets a merchant cancel during the challenge, after which the shopper's answer changes nothing", async () => {
    const { session, url } = await challenge(CHOOSES);
    assertEquals((await act(fixture, session, "cancel")).status, 200);
    await choose(url, "approve");
    const { body } = await read(session);
    assertEquals(codesOf(body).at(-1), "cancelSuccessful");
    assertEquals(body.links?.["3ds"], undefined);
  });

  it("S-POLL-02: answers the page of a redirect method as links.redirect and in response.links", async () => {
    const session = await start(fixture);
    const item = { paymentMethodCode: "pix", integrationType: "hpp", amount: session.config.amount };
    const { body } = await send(fixture, `/client/executions/${session.id}/authorize`, {
      token: session.token,
      key: "pix",
      body: { amount: session.config.amount, paymentComposition: [item] },
    });
    assertEquals(String(body.actionRequired), "redirect");
    assertEquals(String(body.response?.links?.redirect), String(body.links?.redirect));
    await choose(String(body.links?.redirect), "approve");
    assertEquals(String((await read(session)).body.finalState?.code), "authorizeSuccessful");
  });

  it("S-PIX-03: a Pix payment can be approved until the SDK's time for it is over, and is declined after 15 minutes", async () => {
    for (const [afterMs, code] of [[750_000, "captureSuccessful"], [15 * 60_000, "authorizeFailed"]] as const) {
      const session = await start(fixture);
      const item = { paymentMethodCode: "pix", integrationType: "hpp", amount: session.config.amount };
      const { body } = await send(fixture, `/client/executions/${session.id}/authorize`, {
        token: session.token,
        key: crypto.randomUUID(),
        body: { amount: session.config.amount, paymentComposition: [item] },
      });
      fixture.clock.nowMs += afterMs;
      await fixture.work();
      await choose(String(body.links?.redirect), "approve");
      assertEquals(codesOf((await read(session)).body).at(-1), code, `${afterMs} ms`);
    }
  });

  it("S-REDIRECT-01: shows separate hosted pages for Mercado Pago and Pix, the latter with a QR code", async () => {
    for (const [code, heading, hasPicture] of [["pix", "Pix", true], ["mercadoPago", "Mercado Pago", false]] as const) {
      const session = await start(fixture);
      const item = { paymentMethodCode: code, integrationType: "hpp", amount: session.config.amount };
      const { body } = await send(fixture, `/client/executions/${session.id}/authorize`, {
        token: session.token,
        key: crypto.randomUUID(),
        body: { amount: session.config.amount, paymentComposition: [item] },
      });
      const { text, status, headers } = await send(fixture, String(body.links?.redirect));
      assertEquals([status, text.includes(`<h1>Pay with ${heading}</h1>`), text.includes("<svg")], [
        200,
        true,
        hasPicture,
      ]);
      assert(headers.get("content-security-policy")?.includes("default-src 'none'"));
      assert(/data-testid="approve"/.test(text) && !text.includes("one-time-code"));
    }
  });

  it("S-PIX-01: the QR code is the one of the page's own address, with the quiet zone that scanners need", () => {
    const address = "https://pay.example/challenge/0b0c0d0e-1111-4222-8333-444455556666";
    const [, size = "", path = ""] = /viewBox="0 0 \d+ (\d+)".*<path fill="black" d="([^"]+)"/
      .exec(hostedPage("pix", address).extra) ?? [];
    const dark = new Set([...path.matchAll(/M(\d+),(\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
    const modules = encode(address, { border: 4 }).data;
    assertEquals(Number(size), modules.length);
    modules.forEach((row, y) => row.forEach((isDark, x) => assertEquals(dark.has(`${x},${y}`), isDark, `${x},${y}`)));
    assert(
      [...dark].every((module) => module.split(",").every((at) => Number(at) >= 4 && Number(at) < Number(size) - 4)),
    );
  });
});

onBothEngines("SECURITY D1: an issuer page", (place) => {
  it("of an address with a NUL is not found", async () => {
    const fixture = await openPaymentsFixture({ place: place() });
    try {
      assertEquals((await send(fixture, `${FRAME}/challenge/%00`)).status, 404);
    } finally {
      await fixture.close();
    }
  });
});
