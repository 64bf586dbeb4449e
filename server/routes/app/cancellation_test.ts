/** Cancelling without script, over HTTP with the real service and fake payments: pages, forms, limits. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { createApp } from "../../app.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import {
  buy,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
} from "../../embedded/subscriptions/testing/fixture.ts";
import { type Fake, fakeContext } from "../../../tests/support/app/fake_context.ts";
import { GUESSES, REQUESTS_PER_HOUR } from "../api/cancellation_calls.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };

describe("cancelling without script", () => {
  let h: SubscriptionsFixture;
  let fake: Fake;
  let id: string;
  let app: ReturnType<typeof createApp>;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h);
    await eventually(() => h.mails.length === 1);
    fake = await fakeContext({ services: { subscriptions: h.subscriptions } });
    app = createApp(fake.context);
  });
  afterEach(async () => {
    await fake.close();
    await h.close();
  });

  const linkOf = (pattern: RegExp) => pattern.exec(h.mails.at(-1)?.text ?? "")?.[1] ?? "";
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { host: "localhost:8000", ...Object.fromEntries(new Headers(init.headers)) };
    const answer = await app.request(`http://localhost:8000${path}`, { ...init, headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const submit = (path: string, fields = "", headers: Record<string, string> = {}) =>
    send(path, { method: "POST", body: fields, headers: { ...FORM, ...headers } });
  const statusOf = async () =>
    (await h.db.selectFrom("subs_subscriptions").select("status").where("id", "=", id).executeTakeFirstOrThrow())
      .status;
  const formOf = (html: string) => {
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? "";
    const fields = [...html.matchAll(/name="(\w+)" value="([^"]+)"/g)].map((
      [, name = "", value = ""],
    ) => [name, value]);
    return { action, fields: new URLSearchParams(fields).toString() };
  };

  it("TRUST T5: an emailed link opens a page that says what ends and when; its one button ends it and a page confirms", async () => {
    const secret = linkOf(/unsubscription\?c=([\w-]{43})/);
    const page = await send(`/trustcheck/unsubscription?c=${secret}`);
    assertEquals([page.status, await statusOf()], [200, "trial"]);
    assertMatch(page.text, /next charge would be \$19\.99 on Feb 3, 2027/);
    assertEquals([...page.text.matchAll(/<button/g)].length, 1);
    // For the app, which replaces the page; contains nothing that identifies the purchase.
    const [, json = ""] = /id="plan-to-cancel"[^>]*>([^<]+)</.exec(page.text) ?? [];
    assertEquals(JSON.parse(json), {
      plan_id: "tck_weekly_3dtrial",
      next_plan_id: null,
      status: "trial",
      current_period_end: "2027-02-03T10:00:00.000Z",
      next_charge: { at: "2027-02-03T10:00:00.000Z", cents: 1999 },
    });
    assertNotMatch(page.text, /<style| style="|<script>| on\w+="/);
    assertEquals(page.headers.get("cache-control"), "no-store");
    assertEquals(page.headers.get("referrer-policy"), "same-origin");
    const { action, fields } = formOf(page.text);
    const done = await submit(action, fields);
    assertEquals([done.status, await statusOf()], [200, "cancelled"]);
    assertStringIncludes(done.text, "be charged for this plan again");
    assertMatch((await submit(action, fields)).text, /was already canceled/);
    assertMatch((await send(`/trustcheck/unsubscription?c=${secret}`)).text, /This plan is canceled/);
  });

  it("CS2: an email program that opens every link changes nothing", async () => {
    for (const [, url = ""] of (h.mails[0]?.text ?? "").matchAll(/https:\/\/app\.example(\S+)/g)) {
      for (const method of ["GET", "HEAD"]) await send(url, { method });
    }
    for (const path of ["cancel-subscription", "withdraw"]) {
      const answer = await send(`/api/${path}/${linkOf(/[?&][cw]=([\w-]{43})/)}`);
      assert([404, 405].includes(answer.status));
    }
    assertEquals(await statusOf(), "trial");
  });

  it("without a link: address, email, link, button; the same page for every address", async () => {
    const { action } = formOf((await send("/trustcheck/unsubscribe-with-email")).text);
    const known = await submit(action, "email=ann%40example.com", { origin: "http://localhost:8000" });
    const unknown = await submit(action, "email=nobody%40example.com", { origin: "http://localhost:8000" });
    assertEquals([known.status, known.text], [200, unknown.text]);
    await eventually(() => h.mails.at(-1)?.kind === "cancel-request");
    const page = await send(`/trustcheck/unsubscription?c=${linkOf(/unsubscription\?c=([\w-]{43})/)}`);
    await submit(formOf(page.text).action);
    assertEquals(await statusOf(), "cancelled");
  });

  it("T6: withdrawal by a receipt's link: both labels word for word, the amount, the receipt with its time", async () => {
    const page = await send(`/trustcheck/unsubscription?withdraw&w=${linkOf(/withdraw&w=([\w-]{43})/)}`);
    assertMatch(page.text, />Confirm withdrawal</);
    assertMatch(page.text, /\$1\.00<\/strong> refund \(available until Feb 14, 2027\)/);
    const { action, fields } = formOf(page.text);
    const done = await submit(action, fields);
    assertEquals([done.status, await statusOf()], [200, "ended"]);
    assertMatch(done.text, /January 31, 2027 at 10:00:00 AM UTC[^]*\$1\.00 will be refunded/);
    await eventually(() => h.payments.operations.includes("refund 1.00"));
  });

  it("a plan is withdrawn from as a whole, with everything that was charged for it", async () => {
    const secret = linkOf(/withdraw&w=([\w-]{43})/);
    h.clock.advance(3 * 86_400_000);
    await runDueWork(h.ports);
    const page = await send(`/trustcheck/unsubscription?withdraw&w=${secret}`);
    assertEquals([...page.text.matchAll(/type="checkbox"/g)].length, 1);
    assertMatch(page.text, /\$20\.99<\/strong> refund/);
    const { action, fields } = formOf(page.text);
    assertMatch((await submit(action, fields)).text, /\$20\.99 will be refunded/);
  });

  it("a language that the address names is remembered, as by every other page of the app", async () => {
    const paths = [
      "unsubscribe-with-email?",
      "unsubscription?",
      "unsubscription?withdraw&",
      `unsubscription?c=${linkOf(/unsubscription\?c=([\w-]{43})/)}&`,
      `unsubscription?c=${"A".repeat(43)}&`,
    ];
    for (const path of paths) {
      const cookies = async (headers = {}) =>
        (await send(`/trustcheck/${path}lang=de`, { headers })).headers.getSetCookie().filter((text) =>
          text.startsWith("lang=")
        );
      assertEquals(await cookies(), ["lang=de; Path=/trustcheck; Max-Age=31536000; SameSite=Lax"], path);
      assertEquals(await cookies({ cookie: "lang=de" }), [], path);
    }
  });

  it("an address with a slash at its end leads to the page, with its query", async () => {
    for (const path of ["unsubscription", "unsubscribe-with-email"]) {
      const { status, headers } = await send(`/trustcheck/${path}/?withdraw&w=secret`);
      assertEquals([status, headers.get("location")], [302, `/trustcheck/${path}?withdraw&w=secret`]);
    }
  });

  it("withdrawal without a link asks for the address under the label that the law requires", async () => {
    const page = await send("/trustcheck/unsubscription?withdraw");
    assertEquals(page.status, 200);
    assertMatch(page.text, />Withdraw from contract here</);
    const { action } = formOf(page.text);
    const origin = { origin: "http://localhost:8000" };
    assertEquals((await submit(action, "email=ann%40example.com", origin)).status, 200);
    await eventually(() => h.mails.at(-1)?.kind === "withdraw-request");
  });

  it("CS2: one post, as email programs send it, unsubscribes from reminders and keeps the plan", async () => {
    h.clock.advance(2 * 86_400_000);
    await runDueWork(h.ports);
    await eventually(() => h.mails.at(-1)?.kind === "reminder");
    const path = (h.mails.at(-1)?.unsubscribe_url ?? "").replace("https://app.example", "");
    const remindersOff = async () =>
      (await h.db.selectFrom("subs_subscriptions").select("reminders_off").executeTakeFirstOrThrow()).reminders_off;
    assertMatch((await send(path)).text, /your plan stays the same/);
    await send(path, { method: "HEAD" });
    assertEquals(await remindersOff(), 0);
    const answer = await submit(path, "List-Unsubscribe=One-Click");
    assertEquals([answer.status, await statusOf()], [200, "trial"]);
    assertEquals(await remindersOff(), 1);
  });

  it("T7: a form of another site without a secret is refused; with a secret it counts as the member's own act", async () => {
    const foreign = { origin: "https://evil.test" };
    for (const path of ["/api/cancel-request", `/api/cancel-subscription/${id}`, `/api/withdraw/${id}`]) {
      assertEquals((await submit(path, "email=ann%40example.com", foreign)).status, 403, path);
    }
    assertEquals(await statusOf(), "trial");
  });

  it("SECURITY E4: a form whose charges are not ids is refused like one in which nothing is ticked, not as our failure", async () => {
    const link = `/api/withdraw/${"x".repeat(43)}`;
    for (const charges of ["x".repeat(200), Array(51).fill("c").join("&charges=")]) {
      const answer = await submit(link, `charges=${charges}`);
      assertEquals(answer.status, 400);
      assertMatch(answer.text, /Nothing was selected/);
    }
  });

  it("a first step in which nothing is ticked is told so, and ticks nothing by itself", async () => {
    const origin = { origin: "http://localhost:8000" };
    for (const content of [id, linkOf(/withdraw&w=([\w-]{43})/)]) {
      const answer = await submit(`/api/withdraw/${content}`, "step=review", origin);
      assertEquals(answer.status, 400);
      assertMatch(answer.text, /Nothing was selected/);
      assertNotMatch(answer.text, /checkbox/);
    }
  });

  it("a service that does not answer says nothing about the link, and no guess is counted", async () => {
    const secret = "x".repeat(43);
    let status = 503;
    const subscriptions = () => Promise.resolve(Response.json({ error: "" }, { status }));
    const down = await fakeContext({ services: { subscriptions } });
    app = createApp(down.context);
    const posts = [`/api/end-mails/${secret}`, `/api/cancel-subscription/${secret}`, `/api/withdraw/${secret}`];
    for (let n = 0; n <= GUESSES; n++) {
      for (const path of posts) {
        const answer = await submit(path, "charges=c1");
        assertEquals(answer.status, 503, path);
        assertNotMatch(answer.text, /link isn&#39;t valid|has expired/);
      }
      assertEquals((await send(`/trustcheck/unsubscription?c=${secret}`)).status, 503);
    }
    status = 404;
    assertMatch((await submit(posts[0] ?? "")).text, /This link isn&#39;t valid/);
    await down.close();
  });

  it("CS1: a malformed link is the same 404 as a wrong link, for cancelling and for withdrawing", async () => {
    const malformed = await send("/trustcheck/unsubscription?c=a%3Bb");
    const unknown = await send(`/trustcheck/unsubscription?c=${"A".repeat(43)}`);
    assertEquals([malformed.status, unknown.status, malformed.text], [404, 404, unknown.text]);
    const bodies = new Set<string>();
    for (const content of ["sub_x", "A".repeat(43), "x".repeat(4_096), "a%2fb", "%2e%2e%2fprofile", "a;b", "%00"]) {
      for (const act of ["cancel-subscription", "withdraw"]) {
        const headers = { "content-type": "application/json" };
        const answer = await send(`/api/${act}/${content}`, { method: "POST", body: '{"charges":["c"]}', headers });
        assertEquals(answer.status, 404, `${act} ${content.slice(0, 20)}`);
        bodies.add(answer.text.replace(/"requestId":"[^"]*"/, ""));
      }
    }
    assertEquals([...bodies].length, 1, [...bodies].join("\n"));
    assertEquals(await statusOf(), "trial");
  });

  it("CS1: 20 wrong links in ten minutes, then 429 for wrong ones; a right one still opens and cancels", async () => {
    for (let times = 0; times < GUESSES; times++) {
      assertEquals((await send(`/api/cancel-subscription/${"x".repeat(43)}`, { method: "POST" })).status, 404);
    }
    const next = await send(`/api/cancel-subscription/${"x".repeat(43)}`, { method: "POST" });
    assertEquals(next.status, 429);
    const right = linkOf(/unsubscription\?c=([\w-]{43})/);
    assertEquals((await send(`/trustcheck/unsubscription?c=${"x".repeat(43)}`)).status, 429);
    assertEquals((await send(`/trustcheck/unsubscription?c=${right}`)).status, 200);
    assertEquals((await send(`/api/cancel-subscription/${right}`, { method: "POST" })).status, 200);
    assertEquals(await statusOf(), "cancelled");
  });

  it("CR2: one client address can request 10 emails an hour", async () => {
    const ask = (at: number) =>
      send("/api/cancel-request", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: `p${at}@example.com`, product: "TCK", host: "localhost", emailing: true }),
      });
    const statuses = [];
    for (let at = 0; at <= REQUESTS_PER_HOUR; at++) statuses.push((await ask(at)).status);
    assertEquals(statuses, [...Array.from({ length: REQUESTS_PER_HOUR }, () => 200), 429]);
  });
});
