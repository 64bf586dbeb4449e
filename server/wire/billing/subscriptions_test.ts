/** Request bodies of the subscription service: which pass and which are refused. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import * as z from "zod/mini";
import {
  addressSchema,
  ATTRIBUTION_KEYS,
  consentSchema,
  createApplePaySchema,
  createNoUserApplePaySchema,
  createNoUserSchema,
  createRecurringSchema,
  createSchema,
  finalizeSchema,
} from "./purchase.ts";

const attribution = Object.fromEntries(ATTRIBUTION_KEYS.map((key) => [key, ""]));
const address = {
  first_name: "",
  last_name: "",
  country: "US",
  state: "",
  zip: "94043",
  city: "",
  address: "",
  address2: "",
  phone: "",
};
const buyer = { plan_id: "tck_weekly_3dtrial", email: "ann@example.com", attribution };
const instrument = { executionId: "e1", paymentInstrumentId: "p1" };
const shown = { today_cents: 100, next_cents: 1999, next_at: "2027-02-03", every: "7d" };

const BODIES = [
  ["W-CALL-05: create-no-user", createNoUserSchema, { ...buyer, address, instrument }],
  ["W-CALL-07: create-no-user-applepay", createNoUserApplePaySchema, {
    ...buyer,
    address,
    token: { paymentData: {} },
    display_name: "Visa 1234",
    vault: "",
  }],
  ["W-CALL-08: create", createSchema, { ...buyer, firebase_id: "u1", apple_token: "", card: {} }],
  ["W-CALL-09: create-applepay", createApplePaySchema, {
    ...buyer,
    firebase_id: "u1",
    token: { paymentData: {} },
    address,
  }],
  ["W-CALL-10: finalize", finalizeSchema, {
    subscription_id: "s1",
    email: "",
    firebase_id: "u1",
    apple_token: "",
    attribution,
  }],
  ["W-CALL-15: recurring create", createRecurringSchema, {
    plan_id: "tck_weekly_3dtrial",
    email: "ann@example.com",
    firebase_id: "u1",
    apple_token: "",
  }],
  ["consent", consentSchema, { plan_id: "p", text: "I agree", text_version: "1", locale: "en", shown }],
] as const;

describe("bodies", () => {
  for (const [title, schema, body] of BODIES) {
    const passes = (value: unknown) => z.safeParse(schema, value).success;
    it(`${title}: the documented body passes`, () => assertEquals(passes(body), true));
    it(`${title}: an unknown field does not`, () => assertEquals(passes({ ...body, amount: 0.01 }), false));
    it(`${title}: null, text and lists do not`, () => assertEquals([null, "", [], 1].filter(passes), []));
    it(`${title}: no email that could contain a header or two recipients`, () => {
      if (!("email" in body)) return;
      for (
        const email of ["a@b", "a b@c.de", "a@b.co\r\nBcc: x@y.zz", "a@b.co,c@d.ef", "Ann <a@b.co>", "a@".repeat(200)]
      ) {
        assertEquals(passes({ ...body, email }), false, email);
      }
    });
  }

  it("W-ADDR-01: an address has exactly its nine keys", () => {
    assertEquals(z.safeParse(addressSchema, address).success, true);
    for (const key of Object.keys(address)) {
      const { [key as keyof typeof address]: _, ...without } = address;
      assertEquals(z.safeParse(addressSchema, without).success, false, key);
    }
    assertEquals(Object.keys(address).length, 9);
  });
});
