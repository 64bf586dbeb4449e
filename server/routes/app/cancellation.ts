/**
 * Cancelling and withdrawing without script: pages that show what ends, and forms that end it. A GET never changes
 * anything (TRUST T5, T6).
 */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { parse, statusBehind } from "../../platform/http/answer.ts";
import { readJson } from "../../platform/http/request_limits.ts";
import { cancelByEmailPage, cancelPage, emailSentPage, invalidLinkPage } from "../../pages/cancellation_pages.ts";
import { unsubscribedPage, unsubscribeLinkOverPage, unsubscribePage } from "../../pages/unsubscribe_pages.ts";
import { confirmPage, withdrawnPage, withdrawPage, withdrawRefusedPage } from "../../pages/withdrawal_pages.ts";
import { withHeaders } from "../../http/headers.ts";
import { languageCookie, visitorLanguage } from "../../i18n/visitor_language.ts";
import { plainAnswer, plainAppAnswer, type PlainPage } from "../../pages/plain_page.ts";
import { siteOf } from "./spa.ts";
import {
  type CancellationOptions,
  cancellationOptionsListSchema,
  cancellationOptionsSchema,
  withdrawAnswerSchema,
  withdrawRequestSchema,
  withdrawSchema,
} from "../../wire/billing/cancellation.ts";
import {
  type C,
  type CallService,
  type CancellationLimits,
  contentOf,
  createCall,
  failBehind,
  isForm,
  readForm,
  requireOwnForm,
} from "../api/cancellation_calls.ts";

const CONTENT = /^[\w-]{1,128}$/;

interface CancellationPorts {
  readonly context: Context;
  readonly call: CallService;
  readonly limits: CancellationLimits;
}

export function cancellationPageRoutes(context: Context, limits: CancellationLimits): Hono<AppEnv> {
  const ports = { context, call: createCall(context), limits };
  const app = new Hono<AppEnv>();
  pages(app, ports);
  withdrawal(app, ports);
  reminderMails(app, ports);
  return app;
}

function pages(app: Hono<AppEnv>, ports: CancellationPorts): void {
  const { context } = ports;
  const { base } = context.config;
  const remembered = (c: C, answer: Response) => withHeaders(answer, languageCookie(c, context.config));
  app.get(`${base}/unsubscription`, async (c, next) => {
    const answer = await unsubscription(ports, c);
    return answer === undefined ? await next() : remembered(c, answer);
  });
  app.get(
    `${base}/unsubscribe-with-email`,
    (c) => remembered(c, inShell(context, c, cancelByEmailPage(visitorLanguage(c)))),
  );
  for (const path of ["unsubscription", "unsubscribe-with-email"]) {
    app.get(`${base}/${path}/`, (c) => c.redirect(`${base}/${path}${new URL(c.req.url).search}`));
  }
}

/** Undefined without a link: the app shows the other ways to cancel. */
async function unsubscription(ports: CancellationPorts, c: C): Promise<Response | undefined> {
  const { context } = ports;
  const { searchParams: query } = new URL(c.req.url);
  if (query.has("withdraw")) return await withdrawStart(ports, c, query.get("w") ?? "");
  const content = query.get("c") ?? "";
  if (content === "") return undefined;
  const options = CONTENT.test(content) ? await readOptions(ports, c, content) : undefined;
  return options === undefined
    ? plainAnswer(context, invalidLinkPage(visitorLanguage(c)), 404)
    : inShell(context, c, cancelPage(visitorLanguage(c), { content, options, nowMs: context.clock.now() }));
}

function inShell(context: Context, c: C, page: PlainPage): Response {
  const site = siteOf({ ...context, host: c.get("host") });
  return plainAppAnswer(context, page, site);
}

/** What can be ended; undefined for an unknown link, which counts as a wrong attempt. */
async function readOptions(
  { call, limits }: CancellationPorts,
  c: C,
  content: string,
): Promise<CancellationOptions | undefined> {
  const answer = await call(c, `/leaving/${content}`);
  if (answer.ok) return cancellationOptionsSchema.parse(await answer.json());
  if (answer.status !== 404) return await failBehind(answer);
  await answer.body?.cancel();
  await limits.countWrongGuess(c);
  return undefined;
}

async function withdrawStart(ports: CancellationPorts, c: C, secret: string): Promise<Response> {
  const { context, call } = ports;
  const language = visitorLanguage(c);
  if (secret !== "") {
    const options = CONTENT.test(secret) ? await readOptions(ports, c, secret) : undefined;
    const page = options === undefined
      ? withdrawPage(language, context.config)
      : confirmPage(language, { content: secret, options, charges: [] });
    return plainAnswer(context, page, options === undefined ? 404 : 200);
  }
  const answer = await call(c, "/leaving-of");
  if (!answer.ok) await failBehind(answer);
  const { leavings } = cancellationOptionsListSchema.parse(await answer.json());
  return plainAnswer(context, withdrawPage(language, { base: context.config.base, purchases: leavings }));
}

function withdrawal(app: Hono<AppEnv>, ports: CancellationPorts): void {
  const { context, call, limits } = ports;
  app.post("/api/withdraw-request", async (c) => {
    const given = isForm(c) ? { email: (await readForm(c)).get("email") ?? "" } : await readJson(c.req.raw);
    requireOwnForm(c, context, "");
    const body = parse(withdrawRequestSchema, given);
    await limits.mayRequest(c, "withdraw");
    const answer = await call(c, "/withdraw-request", body);
    return isForm(c) && answer.ok ? plainAnswer(context, emailSentPage(visitorLanguage(c), "purchase")) : answer;
  });
  app.post("/api/withdraw/:content", async (c) => {
    const content = await contentOf(c, limits);
    requireOwnForm(c, context, content);
    if (isForm(c)) return await withdrawByForm(ports, c, content);
    const answer = await call(c, `/withdraw/${content}`, parse(withdrawSchema, await readJson(c.req.raw)));
    if (answer.status === 404) await limits.countWrongGuess(c);
    return answer;
  });
}

async function withdrawByForm(ports: CancellationPorts, c: C, content: string): Promise<Response> {
  const { context, call, limits } = ports;
  const form = await readForm(c);
  const language = visitorLanguage(c);
  const body = withdrawSchema.safeParse({ charges: form.getAll("charges") });
  if (!body.success) {
    return plainAnswer(context, withdrawRefusedPage(language, "nothing ticked"), 400);
  }
  if (form.get("step") === "review") {
    const options = await readOptions(ports, c, content);
    return plainAnswer(
      context,
      options === undefined
        ? withdrawPage(language, context.config)
        : confirmPage(language, { content, options, charges: body.data.charges }),
    );
  }
  const answer = await call(c, `/withdraw/${content}`, body.data);
  const done = withdrawAnswerSchema.safeParse(await answer.json());
  if (answer.ok && done.success) return plainAnswer(context, withdrawnPage(language, done.data));
  if (answer.status === 404) {
    await limits.countWrongGuess(c);
    return plainAnswer(context, withdrawPage(language, context.config), 404);
  }
  return answer.status === 409
    ? plainAnswer(context, withdrawRefusedPage(language, "over"), 409)
    : plainAnswer(context, withdrawRefusedPage(language, "failed"), statusBehind(answer));
}

/** Email programs post here by themselves (RFC 8058); a person who follows the link gets a button. */
function reminderMails(app: Hono<AppEnv>, { context, call, limits }: CancellationPorts): void {
  app.get("/api/end-mails/:content", (c) => {
    const content = c.req.param("content");
    return CONTENT.test(content) ? plainAnswer(context, unsubscribePage(visitorLanguage(c), content)) : c.notFound();
  });
  app.post("/api/end-mails/:content", async (c) => {
    const content = c.req.param("content");
    if (!CONTENT.test(content)) return c.notFound();
    const answer = await call(c, `/end-mails/${content}`);
    await answer.body?.cancel();
    if (answer.ok) return plainAnswer(context, unsubscribedPage(visitorLanguage(c)));
    if (answer.status !== 404) await failBehind(answer);
    await limits.countWrongGuess(c);
    return plainAnswer(context, unsubscribeLinkOverPage(visitorLanguage(c)), 404);
  });
}
