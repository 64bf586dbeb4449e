/** What a released server must do: a whole purchase, whose PDF needs the phone data, the fonts and the worker. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { eventually } from "../eventually.ts";
import { NO_ADDRESS, visitorOf } from "../app/http_visitor.ts";

export async function untilAlive(origin: string): Promise<void> {
  await eventually(async () => {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok;
  }, () => "the server does not answer");
}

/**
 * Buys a plan, makes a report, adds the PDF, signs in, and reads the file. Throws where a step gives another answer.
 */
export async function buyWithPdf(origin: string): Promise<void> {
  assertStringIncludes(await (await fetch(`${origin}/trustcheck/`)).text(), "<title>");
  const visitor = visitorOf({ origin, now: Date.now, send: fetch });
  const { body } = await visitor.buy("tck_weekly_3dtrial", "ada@mail.example");
  assertEquals(body.error, "");
  const report = await visitor.post("/services/report", {
    user_id: "",
    phone_number: "+16502530000",
    subscription_id: body.subscription_id,
    name: "",
    email: "",
  });
  assertEquals(report.body.facts.phone.location, "Mountain View, CA");
  const consent = await visitor.agree("tck_pdf_report_otp", body.subscription_id);
  const added = await visitor.post("/subs/create-no-user", {
    plan_id: "tck_pdf_report_otp",
    email: "ada@mail.example",
    attribution: {},
    address: NO_ADDRESS,
    subscription_id: body.subscription_id,
    consent_id: consent.body.consent_id,
  });
  assertEquals(added.body.error, "");
  const { idToken, uid } = await visitor.signIn("ada@mail.example");
  const owner = { "x-id-token": idToken };
  await visitor.post("/subs/finalize", {
    subscription_id: body.subscription_id,
    email: "ada@mail.example",
    firebase_id: uid,
    apple_token: "",
    attribution: {},
  }, owner);
  await visitor.get(`/services/profile?subscription_id=${body.subscription_id}`, owner);
  const pdf = await visitor.raw(`/services/report/stored/${report.body.id}/pdf`, owner);
  assertEquals([pdf.status, (await pdf.text()).slice(0, 5)], [200, "%PDF-"]);
}
