/**
 * Refused without script: a page in the visitor's language that says what to do, never JSON; scripts still get JSON.
 */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createApp } from "../../app.ts";
import type { Language } from "../../wire/site/languages.ts";
import { translationOf } from "../../i18n/translate.ts";
import { type Fake, fakeContext } from "../../../tests/support/app/fake_context.ts";
import { GUESSES, REQUESTS_PER_HOUR } from "../api/cancellation_calls.ts";

const SAME_ORIGIN = { origin: "http://localhost:8000" };
const LONG_AGO = "x".repeat(43);
const MAILS = "Too many emails were requested from your network, so we didn't send one. Try again in an hour.";
const LINKS = "Too many invalid links were opened from your network. Try again in ten minutes.";
const ADDRESS = "That isn't a valid email address. It should look like name@example.com.";
const ELSEWHERE = "For your security, this button only works on our own site. This request came from somewhere else.";
const OVER = "The link is incomplete or has expired.";
const OURS = "That didn't work. Try again.";

interface Case {
  readonly title: string;
  readonly path: string;
  readonly method?: "GET" | "POST";
  readonly email?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of requests before the one that is checked. */
  readonly before?: number;
  /** The fake service's answer. */
  readonly service?: number;
  readonly status: number;
  readonly says: string;
  /** Target of the page's main link. */
  readonly way: RegExp;
}
const CANCEL_FORM = /<form[^>]* action="\/api\/cancel-request\?lang=\w\w"/;
const WITHDRAW_FORM = /<form[^>]* action="\/api\/withdraw-request\?lang=\w\w"/;
const BY_MAIL = /<a href="\/trustcheck\/unsubscribe-with-email\?lang=\w\w"/;
const HOME = /<a href="\/trustcheck\/\?lang=\w\w"/;

const CASES: readonly Case[] = ["cancel", "withdraw"].flatMap((what): Case[] => {
  const [path, way] = [`/api/${what}-request`, what === "cancel" ? CANCEL_FORM : WITHDRAW_FORM];
  return [
    { title: `${what}: no address`, path, email: "ann", status: 400, says: ADDRESS, way },
    { title: `${what}: too often`, path, before: REQUESTS_PER_HOUR, status: 429, says: MAILS, way },
    {
      title: `${what}: from elsewhere`,
      path,
      headers: { origin: "https://x.example" },
      status: 403,
      says: ELSEWHERE,
      way,
    },
    {
      title: `${what}: from a foreign site`,
      path,
      headers: { "sec-fetch-site": "cross-site" },
      status: 403,
      says: ELSEWHERE,
      way,
    },
    { title: `${what}: our service is down`, path, service: 503, status: 503, says: OURS, way },
  ];
}).concat(
  [
    ["cancelling", `/api/cancel-subscription/${LONG_AGO}`],
    ["withdrawing", `/api/withdraw/${LONG_AGO}`],
    ["ending mails", `/api/end-mails/${LONG_AGO}`],
  ].map(([name, path = ""]): Case => ({
    title: `${name}: too many wrong links`,
    path,
    before: GUESSES,
    service: 404,
    status: 429,
    says: LINKS,
    way: BY_MAIL,
  })),
  {
    title: "ending an alert: too many wrong links",
    path: `/api/end-watch/${LONG_AGO}`,
    before: GUESSES,
    service: 404,
    status: 429,
    says: LINKS,
    way: HOME,
  },
  {
    title: "looking: too many wrong links",
    path: `/trustcheck/unsubscription?c=${LONG_AGO}`,
    method: "GET",
    before: GUESSES,
    service: 404,
    status: 429,
    says: LINKS,
    way: BY_MAIL,
  },
  { title: "a link cut short", path: "/api/end-mails/.", status: 404, says: OVER, way: BY_MAIL },
);

describe("refused forms without script", () => {
  let fake: Fake;
  let service = 200;
  beforeEach(async () => {
    service = 200;
    const answer = () => Promise.resolve(Response.json({ ok: true }, { status: service }));
    fake = await fakeContext({ services: { subscriptions: answer, members: answer } });
  });
  afterEach(() => fake.close());

  const send = async (row: Case, language: Language, accept = "text/html") => {
    const app = createApp(fake.context);
    const query = `${row.path.includes("?") ? "&" : "?"}lang=${language}`;
    const { method = "POST", email = "ann@example.com" } = row;
    const headers = {
      host: "localhost:8000",
      "content-type": "application/x-www-form-urlencoded",
      accept,
      ...SAME_ORIGIN,
      ...row.headers,
    };
    const body = method === "POST" ? { body: new URLSearchParams({ email, charges: "c" }).toString() } : {};
    service = row.service ?? 200;
    const once = () => app.request(`http://localhost:8000${row.path}${query}`, { method, headers, ...body });
    for (let at = 0; at < (row.before ?? 0); at++) await (await once()).body?.cancel();
    return await once();
  };

  for (const row of CASES) {
    it(`T5: ${row.title} is answered with ${row.status} as a page, in every language`, async () => {
      for (const language of ["en", "de", "es"] as const) {
        const answer = await send(row, language);
        const html = await answer.text();
        assertEquals([answer.status, answer.headers.get("content-type")], [row.status, "text/html; charset=utf-8"]);
        assertStringIncludes(answer.headers.get("content-security-policy") ?? "", "form-action 'self'");
        assertStringIncludes(html, `<html lang="${language}"`);
        const words = translationOf(row.says, language);
        assert(language === "en" || words !== row.says, `${row.says} is not said in ${language}`);
        assertStringIncludes(html.replaceAll("&#39;", "'"), words);
        assertMatch(html, row.way);
        // Cancelling the plan is no way to end an alert.
        if (row.way === HOME) assertEquals(BY_MAIL.test(html), false);
        else if (row.way !== BY_MAIL) assertStringIncludes(html, `value="${row.email ?? "ann@example.com"}"`);
      }
    });
  }

  it("the form keeps what the visitor typed, as text", async () => {
    const row = CASES[0];
    assert(row);
    const html = await (await send({ ...row, email: '"><script>x' }, "en")).text();
    assertStringIncludes(html, 'value="&quot;&gt;&lt;script&gt;x"');
  });

  it("a client that does not accept HTML gets the JSON answer", async () => {
    for (const row of CASES) {
      const answer = await send(row, "de", "*/*");
      assertEquals([row.title, answer.headers.get("content-type")], [row.title, "application/json"]);
      await answer.body?.cancel();
    }
  });
});
