import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { changeDraft } from "../features/checkout/checkout_store.ts";
import { dispatchQuiz } from "../features/quiz/quiz_store.ts";
import { visitorLocation } from "../lib/storage/location_store.ts";
import { validator } from "../lib/storage/validator_store.ts";
import { freeCheck } from "./free_check.ts";
import { reportOf } from "./plan_calls.ts";
import { reportHeaders } from "./visitor_country.ts";

describe("the country that a report call names", () => {
  const { fetch } = globalThis;
  const sent: (string | null)[] = [];
  beforeEach(() => {
    sent.length = 0;
    globalThis.fetch = (_, init) => {
      sent.push(new Headers(init?.headers).get("x-country"));
      return Promise.resolve(Response.json({}, { status: 500 }));
    };
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    dispatchQuiz({ type: "quiz_restarted" });
    changeDraft({ country: "" });
    visitorLocation.value = { ip: "", country: "" };
    validator.value = { phoneNumber: "", country: "" };
  });

  it("is the person's answer, or else that of the purchase, of the trace, or the one beside the number", async () => {
    const ask = () =>
      reportOf({ user_id: "", subscription_id: "s", phone_number: "+16502530000", name: "", email: "" }, {
        claimedCountry: "",
        numberCountry: "",
      })
        .catch(() => undefined);
    await ask();
    validator.value = { phoneNumber: "", country: "US" };
    await ask();
    visitorLocation.value = { ip: "", country: "GB" };
    await ask();
    changeDraft({ country: "DE" });
    await ask();
    dispatchQuiz({ type: "question_answered", question: 17, answer: "ES", at: "2027-02-01T10:00:00.000Z" });
    await ask();
    assertEquals(sent, [null, "US", "GB", "DE", "ES"]);
  });

  it("judges the free check too, whatever the country beside the number is", async () => {
    validator.value = { phoneNumber: "+222 45 29 12 34", country: "MR" };
    visitorLocation.value = { ip: "", country: "US" };
    await Array.fromAsync(freeCheck({ phone_number: "+222 45 29 12 34", country: "MR" })).catch(() => undefined);
    assertEquals(sent, ["US"]);
  });

  it("of the caller and of the number are headers of their own, and none where there is no such country", () => {
    assertEquals(reportHeaders({ claimedCountry: "GB", numberCountry: "JE" }), {
      "x-claimed-country": "GB",
      "x-number-country": "JE",
    });
    assertEquals(reportHeaders({ claimedCountry: "", numberCountry: "" }), {});
  });
});
