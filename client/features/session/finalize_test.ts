import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { profileSchema } from "../../../server/wire/members/profile.ts";
import { ATTRIBUTION_KEYS, finalizeSchema } from "../../../server/wire/billing/purchase.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { reportedErrors } from "../../../tests/support/app/component.ts";
import { NO_ATTRIBUTION } from "../../../tests/support/app/samples.ts";
import { FINALIZE_ERROR, type FinalizePorts, finalizePurchase } from "./finalize.ts";
import { toSignedInUser } from "./user_record.ts";

const USER = toSignedInUser({
  uid: "u1",
  email: "ana@example.com",
  displayName: "Ana",
  providerId: "firebase",
  providerData: [{ providerId: "google.com", uid: "g1" }],
}, "google.com");

function record(over: Partial<FinalizePorts> = {}) {
  const log: string[] = [];
  const sent: unknown[] = [];
  const ports: FinalizePorts = {
    finalize: (body) => {
      log.push("finalize");
      sent.push(body);
      return Promise.resolve({ id: "s1", error: "" });
    },
    saveProfile: (id) => {
      log.push(`profile ${id}`);
      return Promise.resolve();
    },
    purchaseEmail: () => "paid@example.com",
    attribution: () => NO_ATTRIBUTION,
    clearPurchase: () => log.push("clear"),
    goToWebapp: () => log.push("webapp"),
    ...over,
  };
  return { ports, log, sent };
}

describe("finalizing", () => {
  it("W-FINAL-01: needs a signed-in user and a subscription in the address", async () => {
    for (const input of [{ user: undefined, vSubscriptionId: "s1" }, { user: USER, vSubscriptionId: "" }]) {
      const { ports, log } = record();
      assertEquals(await finalizePurchase(ports, input), { kind: "skipped" });
      assertEquals(log, []);
    }
  });

  it("W-FINAL-06 W-FINAL-04: finalizes, saves the profile, clears storage, navigates, in this order", async () => {
    const { ports, log } = record();
    assertEquals(await finalizePurchase(ports, { user: USER, vSubscriptionId: "s1" }), { kind: "done" });
    assertEquals(log, ["finalize", "profile s1", "clear", "webapp"]);
  });

  it("W-CALL-10: sends subscription_id, email, firebase_id, apple_token and attribution", async () => {
    const { ports, sent } = record();
    await finalizePurchase(ports, { user: USER, vSubscriptionId: "s1" });
    const body = finalizeSchema.parse(sent[0]);
    assertEquals([body.subscription_id, body.email, body.firebase_id], ["s1", "paid@example.com", "u1"]);
    assertEquals(Object.keys(body.attribution).sort(), [...ATTRIBUTION_KEYS].sort());
    const elsewhere = record({ purchaseEmail: () => "" });
    await finalizePurchase(elsewhere.ports, { user: USER, vSubscriptionId: "s1" });
    assertEquals(finalizeSchema.parse(elsewhere.sent[0]).email, "ana@example.com");
  });

  it("W-ERR-06: a failed finalize keeps everything and shows the server's message, or else 'Finalize error'", async () => {
    const rows: readonly (readonly [Partial<FinalizePorts>, string])[] = [
      [{ finalize: () => Promise.reject(new ResponseError(403, { error: "Not yours" })) }, "Not yours"],
      [{ finalize: () => Promise.resolve({ id: "", error: "Taken" }) }, "Taken"],
      [{ finalize: () => Promise.reject(new ResponseError(500, "")) }, FINALIZE_ERROR],
      [{ saveProfile: () => Promise.reject(new ResponseError(502, {})) }, "Finalize error"],
      [{ finalize: () => Promise.reject(new NetworkError("x")) }, "You're signed in, but our server didn't respond"],
    ];
    for (const [over, expected] of rows) {
      const { ports, log } = record(over);
      const end = await finalizePurchase(ports, { user: USER, vSubscriptionId: "s1" });
      assert(end.kind === "failed" && end.text.startsWith(expected), expected);
      assertEquals(log.filter((line) => ["clear", "webapp"].includes(line)), []);
    }
  });

  it("W-SENTRY-04 W-ERR-06: a profile in another shape is no missing answer: it is reported", async () => {
    const reported = await reportedErrors(async () => {
      const saveProfile = () => Promise.resolve(void profileSchema.parse({ error: "" }));
      const { ports } = record({ saveProfile });
      const end = await finalizePurchase(ports, { user: USER, vSubscriptionId: "s1" });
      assertEquals(end, { kind: "failed", text: FINALIZE_ERROR });
    });
    assertEquals(reported.map((error) => error instanceof Error && error.name), ["$ZodError"]);
  });
});
