/** The unsubscribe link of an alert: a page with one button, and the one-click post of an email program (RFC 8058). */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { visitorLanguage } from "../../i18n/visitor_language.ts";
import { plainAnswer } from "../../pages/plain_page.ts";
import { alertEndedPage, alertLinkOverPage, endAlertPage } from "../../pages/alert_pages.ts";
import { answerOf } from "../../proxy/forward.ts";
import { type CancellationLimits, failBehind } from "./cancellation_calls.ts";

const SECRET = /^[\w-]{1,128}$/;

export function endAlertRoutes(context: Context, limits: CancellationLimits): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/api/end-watch/:secret", (c) => {
    const secret = c.req.param("secret");
    return SECRET.test(secret) ? plainAnswer(context, endAlertPage(visitorLanguage(c), secret)) : c.notFound();
  });
  app.post("/api/end-watch/:secret", async (c) => {
    const secret = c.req.param("secret");
    if (!SECRET.test(secret)) return c.notFound();
    const report = context.connect("report", c.get("host"));
    const answer = await answerOf(report, new Request(`http://report/end-watch/${secret}`, { method: "POST" }));
    if (!answer.ok && answer.status !== 404) return await failBehind(answer);
    await answer.body?.cancel();
    if (answer.ok) return plainAnswer(context, alertEndedPage(visitorLanguage(c)));
    await limits.countWrongGuess(c);
    return plainAnswer(context, alertLinkOverPage(visitorLanguage(c)), 404);
  });
  return app;
}
