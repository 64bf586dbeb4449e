/** Same-origin calls without sign-in: cancel by email, cancel by link, activation email. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { parse, statusBehind } from "../../platform/http/answer.ts";
import { readJson } from "../../platform/http/request_limits.ts";
import { isSafePath } from "../../proxy/forward.ts";
import { visitorLanguage } from "../../i18n/visitor_language.ts";
import { cancelFailedPage, cancelledPage, emailSentPage, invalidLinkPage } from "../../pages/cancellation_pages.ts";
import { plainAnswer } from "../../pages/plain_page.ts";
import { cancelAnswerSchema, cancelRequestSchema } from "../../wire/billing/cancellation.ts";
import {
  type C,
  type CancellationLimits,
  contentOf,
  createCall,
  isForm,
  readForm,
  requireOwnForm,
  wantsPage,
} from "./cancellation_calls.ts";

/** Product code of the cancel request. */
const PRODUCT_CODE = "TCK";
const emailSchema = cancelRequestSchema.shape.email;

export function cancellationRequestRoutes(context: Context, limits: CancellationLimits): Hono<AppEnv> {
  const { config } = context;
  const app = new Hono<AppEnv>();
  const call = createCall(context);

  app.post("/api/cancel-request", async (c) => {
    requireOwnForm(c, context, "");
    const body = parse(cancelRequestSchema, isForm(c) ? await formRequest(c) : await readJson(c.req.raw));
    await limits.mayRequest(c, "cancel");
    const answer = await call(c, "/cancel-request", body);
    return isForm(c) && wantsPage(c) && answer.ok
      ? plainAnswer(context, emailSentPage(visitorLanguage(c), "plan"))
      : answer;
  });

  app.post("/api/cancel-subscription/:content", async (c) => {
    const content = await contentOf(c, limits);
    requireOwnForm(c, context, content);
    const answer = await call(c, `/cancel-subscription/${content}`);
    if (answer.status === 404) await limits.countWrongGuess(c);
    return isForm(c) && wantsPage(c) ? await cancelPageOf(context, c, answer) : answer;
  });

  app.post("/api/send-activation-by-email/:label/:email", async (c) => {
    if (`/${c.req.param("label")}` !== config.base) return c.notFound();
    const address = parse(emailSchema, c.req.param("email"));
    await limits.mayRequest(c, "activate");
    const path = `/send-activation/${encodeURIComponent(address)}`;
    // An address may hold "/", "%", "?" or "#", which no path to a service may. The path is for a service of the previous
    // release.
    return isSafePath(path) ? await call(c, path) : await call(c, "/send-activation", { email: address });
  });
  return app;
}

/** Defaults for fields that the form without script omits; `host` is never used for a link. */
async function formRequest(c: C): Promise<unknown> {
  return { email: (await readForm(c)).get("email") ?? "", product: PRODUCT_CODE, host: c.get("host"), emailing: true };
}

async function cancelPageOf(context: Context, c: C, answer: Response): Promise<Response> {
  const body = cancelAnswerSchema.safeParse(await answer.json());
  const language = visitorLanguage(c);
  if (answer.ok && body.success) {
    return plainAnswer(context, cancelledPage(language, body.data, context.clock.now()));
  }
  if (answer.status === 404) return plainAnswer(context, invalidLinkPage(language), 404);
  return plainAnswer(context, cancelFailedPage(language), statusBehind(answer));
}
