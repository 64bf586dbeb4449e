/** The language of a purchase: every email about it and the pages behind its links use it. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createApp } from "../../../app.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { usedTexts } from "../../../../scripts/build/texts.ts";
import { fakeContext } from "../../../../tests/support/app/fake_context.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  addOn,
  ANN,
  consentBody,
  createBody,
  executionIn,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const WEEKLY = "tck_weekly_3dtrial";
const ann = { checkout: ANN };
const ROOT = new URL("../../../..", import.meta.url).pathname.replace(/\/$/, "");
/** The English sentences. Words that are the same in another language are left out. */
const ENGLISH = [...await usedTexts(ROOT, "server")].flatMap((text) => text.split(/\{\w+\}/))
  .map((part) => part.trim()).filter((part) => part.length > 12);

const LANGUAGES = [
  {
    locale: "de",
    subject: /^Ihre Quittung über 1,00\u00a0\$: 1-Wochen-Plan mit 3 Probetagen$/,
    next: "Am 3. Februar 2027 (UTC) buchen wir 19,99\u00a0$ ab",
    page: /Die nächste Abbuchung wäre 19,99\u00a0\$ am 3\. Februar 2027/,
    done: "Ihr Plan ist gekündigt",
  },
  {
    locale: "es-MX",
    subject: /^Tu recibo de 1,00\u00a0US\$: Plan semanal con 3 días de prueba$/,
    next: "El 3 de febrero de 2027 (UTC) te cobraremos 19,99\u00a0US$",
    page: /tu próximo cobro sería de 19,99\u00a0US\$ el 3 de febrero de 2027/,
    done: "Tu plan está cancelado",
  },
] as const;

describe("the language of a purchase", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
  });
  afterEach(() => h.close());

  const buyIn = async (locale: string, page = locale): Promise<string> => {
    const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    await h.call("POST", "/consents", ann, consentBody(h, WEEKLY, { locale: page }));
    await h.db.updateTable("subs_consents").set({ locale }).execute();
    h.payments.shopperPays(executionId);
    const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
    const { body } = await h.call("POST", "/subs/create-no-user", ann, createBody(WEEKLY, { instrument }));
    await eventually(() => h.mails.some(({ kind }) => kind === "enrolment"));
    return String(body.subscription_id);
  };
  const work = async (days: number) => {
    h.clock.advance(days * DAY_MS);
    await runDueWork(h.ports);
  };
  const request = async (path: string) => {
    const before = h.mails.length;
    await h.call("POST", path, {}, { email: "ann@example.com" });
    await eventually(() => h.mails.length > before);
  };

  for (const { locale, subject, next, page, done } of LANGUAGES) {
    const language = locale.slice(0, 2);

    it(`${locale}: every email of a plan's life, from the receipt to the refund, has no English sentence`, async () => {
      const id = await buyIn(locale);
      assertMatch(h.mails[0]?.subject ?? "", subject);
      assertStringIncludes(h.mails[0]?.text ?? "", next);
      assertEquals((await addOn(h, id, "tck_guide_otp")).body.error, "");
      await request("/withdraw-request");
      await work(2);
      await work(1);
      h.payments.declineStored = true;
      await work(7);
      h.payments.declineStored = false;
      await work(3);
      // Into the second year, one period at a time, for the yearly email.
      for (let weeks = 0; weeks < 53; weeks++) await work(7);
      await h.call("POST", "/cancel-request", {}, {
        email: "ann@example.com",
        product: "TCK",
        host: "localhost",
        emailing: true,
      });
      await eventually(() => h.mails.some(({ kind }) => kind === "cancel-request"));
      await h.call("POST", `/send-activation/${encodeURIComponent("ann@example.com")}`);
      await eventually(() => h.mails.some(({ kind }) => kind === "activation"));
      const secret = /[?&]c=([\w-]{43})/.exec(h.mails.find(({ kind }) => kind === "cancel-request")?.text ?? "")?.[1];
      await h.call("POST", `/cancel-subscription/${secret}`);
      const charges = await h.call("POST", `/charges-of/${id}`, ann);
      const open = asCharges(charges.body["charges"]).filter(({ withdrawal }) =>
        (withdrawal ?? undefined) !== undefined
      );
      await h.call("POST", `/withdraw/${id}`, ann, { charges: open.map((charge) => charge.id) });
      await work(1);
      assertEquals([...new Set(h.mails.map(({ kind }) => kind))].sort(), [
        "activation",
        "annual",
        "cancel-request",
        "cancelled",
        "declined",
        "enrolment",
        "receipt",
        "refunded",
        "reminder",
        "renewed",
        "withdraw-request",
        "withdrawn",
      ]);
      assert(ENGLISH.length > 150);
      for (const { kind, subject, text, html } of h.mails) {
        assertStringIncludes(html, `<html lang="${language}">`, kind);
        for (const part of ENGLISH) assert(!`${subject}\n${text}`.includes(part), `${kind} says in English: ${part}`);
        for (const [link] of text.matchAll(/https:\/\/\S+/g)) {
          assertEquals(new URL(link).searchParams.get("lang"), language, `${kind}: ${link}`);
        }
      }
    });

    it(`${locale}: the page behind the link uses it without script, and so does the answer of its form`, async () => {
      await buyIn(locale);
      const fake = await fakeContext({ services: { subscriptions: h.subscriptions } });
      const app = createApp(fake.context);
      // The browser's language is another one.
      const headers = { host: "localhost:8000", "accept-language": "en" };
      const send = async (path: string, init: RequestInit = {}) =>
        await (await app.request(`http://localhost:8000${path}`, {
          ...init,
          headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
        })).text();
      const link = /https:\/\/app\.example(\/\S+unsubscription\?c=\S+)/.exec(h.mails[0]?.text ?? "")?.[1] ?? "";
      const html = await send(link);
      assertMatch(html, page);
      assertStringIncludes(html, `<html lang="${language}"`);
      const words = html.replaceAll(/<[^>]+>/g, " ");
      for (const part of ENGLISH) assert(!words.includes(part), `The page says in English: ${part}`);
      const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? "";
      const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
      assertStringIncludes(await send(action, { method: "POST", body: "", headers: form }), done);
      await fake.close();
    });
  }

  it("falls back to English without a translation", async () => {
    await buyIn("fr-CH", "en-US");
    assertMatch(h.mails[0]?.subject ?? "", /^Your receipt/);
    const links = [...(h.mails[0]?.text ?? "").matchAll(/https:\/\/\S+/g)].join();
    assert(!links.includes("lang="), links);
  });
});

function asCharges(value: unknown): readonly { readonly id: string; readonly withdrawal?: unknown }[] {
  return value as readonly { readonly id: string; readonly withdrawal?: unknown }[];
}
