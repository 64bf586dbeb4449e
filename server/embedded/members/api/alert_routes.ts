/** Routes of alerts: for the member, and for the reader of an alert's unsubscribe link. */
import { Hono } from "hono";
import { fail, parseBody } from "../../../platform/http/answer.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import { languageOfHeaders } from "../../../i18n/request_language.ts";
import { watchRequestSchema } from "../../../wire/members/alerts.ts";
import { countryOfHeaders, identifyMember } from "../context/requester.ts";
import { alertOfLink } from "../alerts/alert_email.ts";
import { type AlertsPorts, endAlert, listAlerts, readdressAlerts, removeAlert, startAlert } from "../alerts/alerts.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const SIGN_IN = refusal("sign_in_for_alerts");

export function alertRoutes(ports: AlertsPorts & { readonly verifyIdToken: VerifyIdToken }): Hono {
  const { db, verifyIdToken } = ports;
  const app = new Hono();
  app.get("/report/watch", async (c) => {
    const member = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    await readdressAlerts(member, db);
    return c.json({ watches: await listAlerts(member.uid, db) });
  });
  app.post("/report/watch", async (c) => {
    const member = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    const { phone_number: phoneNumber, country = "" } = await parseBody(c, watchRequestSchema);
    const language = languageOfHeaders(c.req.raw.headers);
    const askerCountry = countryOfHeaders(c.req.raw.headers);
    return c.json(await startAlert({ phoneNumber, country, askerCountry, language }, member, ports));
  });
  app.delete("/report/watch/:id", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    await endAlert(c.req.param("id"), uid, ports);
    return c.json({ error: "" });
  });
  // A person and their email program may both use the link: the second call ends nothing and still succeeds.
  app.post("/report/end-watch/:secret", async (c) => {
    const id = await alertOfLink(c.req.param("secret"), db) ?? fail(404, refusal("link_expired"));
    await removeAlert(id, ports);
    return c.json({ error: "" });
  });
  return app;
}
