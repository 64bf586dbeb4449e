import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  faultOf,
  initBody,
  type Json,
  merchantToken,
  pay,
  send,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { API_ERROR_CODES } from "../context/api_errors.ts";

/** A card whose issuer asks the shopper. */
const CHALLENGED = "4000002500003155";

describe("routes without a token", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  it("S-ADDR-11: the countries list is a static JSON without authorization", async () => {
    const { status, body } = await send(fixture, "/countries.json");
    assertEquals(status, 200);
    assertEquals<unknown>([body.US?.code, body.US?.iso3, body.US?.showPostalCode], ["US", "USA", true]);
    assert(Object.keys(body).length > 200, "every country");
    for (const record of Object.values<Json>(body)) {
      const { name, timezones, postalCodeRegex, showPostalCode } = record;
      assert(String(name).length > 1 && Array.isArray(timezones), String(name));
      assertEquals(postalCodeRegex !== undefined, String(showPostalCode) === "true");
      if (postalCodeRegex !== undefined) new RegExp(String(postalCodeRegex));
    }
  });

  it("S-ADDR-11: a time zone belongs to one country, and to it by both names that browsers give a renamed zone", async () => {
    const { body } = await send(fixture, "/countries.json");
    const countries = Object.values<Json>(body);
    const owners = (zone: string) => countries.filter(({ timezones }) => String(timezones).split(",").includes(zone));
    const codes = (zone: string) => owners(zone).map(({ code }) => String(code));
    for (const zone of Intl.supportedValuesOf("timeZone")) assert(owners(zone).length <= 1, zone);
    const zones = {
      IN: ["Asia/Calcutta", "Asia/Kolkata"],
      UA: ["Europe/Kiev", "Europe/Kyiv"],
      NL: ["Europe/Amsterdam"],
      US: ["America/New_York", "Pacific/Honolulu", "America/Indiana/Indianapolis"],
      RS: ["Europe/Belgrade"],
    };
    for (const [code, names] of Object.entries(zones)) {
      for (const name of names) assertEquals(codes(name), [code], name);
    }
    assertEquals<unknown>([body.AC, body.TA, body.XK?.iso3, countries.length], [undefined, undefined, "XKX", 250]);
  });

  it("knows the format of postal codes for each country that has them", async () => {
    const { body } = await send(fixture, "/countries.json");
    const codes = {
      US: ["94043", "1"],
      GB: ["SW1A 1AA", "1234"],
      DE: ["10115", "1011"],
      CA: ["K1A 0B1", "12345"],
      NL: ["1012 AB", "1012"],
      BR: ["01310-100", "0131"],
      JP: ["100-0001", "1000"],
    };
    for (const [code, [good = "", bad = ""]] of Object.entries(codes)) {
      const pattern = new RegExp(String(body[code]?.postalCodeRegex));
      assertEquals([pattern.test(good), pattern.test(bad)], [true, false], code);
    }
    assertEquals<unknown>([body.HK?.showPostalCode, body.AE?.postalCodeRegex], [false, undefined]);
  });

  for (const name of ["success", "error", "cancel", "pending"]) {
    it(`S-3DS-10: a default result page exists for ${name}`, async () => {
      const { status, text, headers } = await send(fixture, `/result/${name}`);
      assertEquals([status, headers.get("content-type")], [200, "text/html; charset=UTF-8"]);
      // Any page can link to such an address, so it claims nothing.
      assertMatch(text, /<h1>Your payment<\/h1>/);
      const [, style = ""] = /<style>([^<]+)<\/style>/.exec(text) ?? [];
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
      const policy = headers.get("content-security-policy") ?? "";
      assertStringIncludes(policy, `style-src 'sha256-${new Uint8Array(digest).toBase64()}'`);
      assert(!policy.includes("unsafe"));
    });
  }

  it("SECURITY R21: a result page shows the state of its execution, whatever its address says", async () => {
    const headingOf = async (path: string) => /<h1>(.+)<\/h1>/.exec((await send(fixture, path)).text)?.[1];
    for (
      const [number, heading] of [["4242424242424242", "successful"], ["4000000000000002", "failed"], [
        "",
        "pending",
      ]] as const
    ) {
      const session = await start(fixture);
      if (number !== "") await pay(fixture, session, number);
      for (const name of ["success", "error", "cancel", "pending"]) {
        assertEquals(await headingOf(`/result/${name}?execution=${session.id}`), `Payment ${heading}`);
      }
    }
    const left = await start(fixture);
    const { body } = await pay(fixture, left, CHALLENGED);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await send(fixture, String(body.links?.["3ds"]), { method: "POST", headers, body: "choice=cancel" });
    assertEquals(await headingOf(`/result/error?execution=${left.id}`), "Payment canceled");
    assertEquals(await headingOf(`/result/success?execution=${crypto.randomUUID()}`), "Your payment");
  });

  it("S-BIN-01: a BIN look-up answers issuer country, network and the bin", async () => {
    const { token, config } = await start(fixture);
    const href = String(
      config.links.binLookup !== undefined && "href" in config.links.binLookup ? config.links.binLookup.href : "",
    );
    const { status, body } = await send(fixture, href, { token, key: "bin", body: { bin: "40000007" } });
    assertEquals<unknown>([status, body.bin, body.network, body.issuerCountry], [
      200,
      "40000007",
      "visa",
      { code: "BR", iso3: "BRA", name: "Brazil" },
    ]);
  });

  it("S-BIN-05: a BIN look-up is a POST with bearer authorization", async () => {
    const { token } = await start(fixture);
    assertEquals((await send(fixture, "/client/bin-lookup", { key: "a", body: { bin: "424242" } })).status, 401);
    for (const bin of ["42424", "4242424242424242", "42x242", ""]) {
      assertEquals((await send(fixture, "/client/bin-lookup", { token, key: "b", body: { bin } })).status, 400, bin);
    }
  });

  it("answers every unknown address with one shape", async () => {
    for (const path of ["/", "/nowhere", "/result/other", "/client/executions"]) {
      const { status, body } = await send(fixture, path);
      assertEquals([status, faultOf(body)], [404, "not-found"], path);
    }
  });

  it("answers another method with the methods an address takes, and reveals no other address", async () => {
    const execution = "/merchant/workflows/payment-acceptance/executions/x";
    for (
      const [method, path, allowed] of [
        ["GET", "/merchant/client/init", "POST"],
        ["PUT", `${execution}/capture`, "POST"],
        ["DELETE", execution, "GET"],
        ["GET", "/client/instruments/x", "PATCH, DELETE"],
      ] as const
    ) {
      const { status, body, headers, text } = await send(fixture, path, { method });
      assertEquals([status, faultOf(body), headers.get("allow")], [405, "method-not-allowed", allowed], path);
      assertStringIncludes(text, `This address takes ${allowed}.`);
    }
  });

  for (
    const [what, change, sentence] of [
      ["what is left out", { merchantReference: undefined }, "Field merchantReference is missing."],
      [
        "a sum as a number",
        { amount: { value: 10, currency: "USD" } },
        'Field amount.value must be text in quotes, such as "19.99" for a sum.',
      ],
      ["a sum without its currency", { amount: 10 }, 'Field amount must be an object such as { "value": "19.99"'],
      ["a sum of null", { amount: null }, "Field amount must be an object such as"],
      ["a number for the order", { merchantReference: 42 }, "Field merchantReference must be text in quotes."],
      ["an unknown name", { type: "dropin" }, "must be one of dropIn, secureFields, tokenization."],
      ["what meta says", { meta: { capture: "auto" } }, "Field meta.capture must be one of automatic, manual."],
      ["a name instead of a list", { meta: { methods: "card" } }, "Field meta.methods must be a list."],
      [
        "no way to pay",
        { meta: { methods: ["cards"] } },
        "Field meta.methods must name at least one of card, googlePay",
      ],
      ["nothing", { holderReference: "" }, "Field holderReference must not be empty."],
      ["too much", { holderReference: "x".repeat(257) }, "Field holderReference must not be longer than 256."],
      ["a code of a workflow that fits no address", { workflowCode: "shop/eu" }, "Field workflowCode must be letters"],
      ["an accent in the code of a workflow", { workflowCode: "caf\u00e9" }, "Field workflowCode must be letters"],
      ["dots instead of a code of a workflow", { workflowCode: ".." }, "Field workflowCode must be letters"],
      ...["a/b", "a\\b", "a%2fb", "a?b", "a#b", ".", ".."].map((holderReference) =>
        [
          `a holder that fits no address: ${holderReference}`,
          { holderReference },
          "Field holderReference must not contain",
        ] as const
      ),
      ["a NUL", { holderReference: "a\0" }, "holds a NUL character."],
      ["too many fields", { meta: Object.fromEntries(Array(2_001).fill(0).map((_, at) => [at, 0])) }, "2000 fields."],
      ["no object", "[]", "The body must be a JSON object."],
      ["no JSON", "{a", "The request is not valid JSON."],
      ["brackets", "[".repeat(40), "nested too deeply."],
    ] as const
  ) {
    it(`refuses an invalid request with the reason: ${what}`, async () => {
      const token = await merchantToken(fixture);
      const body = typeof change === "string" ? change : { ...initBody(), ...change };
      const answer = await send(fixture, "/merchant/client/init", { token, key: "k", body });
      assertEquals([answer.status, faultOf(answer.body)], [400, "request-invalid"]);
      assertStringIncludes(answer.text.replaceAll("\\", ""), sentence);
    });
  }

  it("takes codes and holders whose calls the proxy passes on", async () => {
    const token = await merchantToken(fixture);
    for (
      const [workflowCode, holderReference] of [["a.b_c~d-1", "ada@shop.test"], [
        "...",
        "Gr\u00f6\u00dfe 1:2|3;4,5+6&7=8",
      ]] as const
    ) {
      const key = crypto.randomUUID();
      const { status, text } = await send(fixture, "/merchant/client/init", {
        token,
        key,
        body: initBody({ workflowCode, holderReference }),
      });
      assertEquals(status, 200, text);
    }
  });

  it("logs the id of an error, and nothing of the request", async () => {
    const token = await merchantToken(fixture);
    const { body } = await send(fixture, "/merchant/client/init", {
      token,
      key: "k",
      body: { holderReference: "ada-lovelace" },
    });
    const [error] = Array.isArray(body.errors) ? body.errors : [];
    const line = fixture.lines.find((text) => text.includes(String(error?.id))) ?? "";
    assertStringIncludes(line, '"code":"request-invalid"');
    // The first name may stand in the error's random id.
    assert(!line.includes("lovelace"));
  });

  it("describes every error in words, with a page about it", async () => {
    const { body } = await send(fixture, "/client/executions/x");
    const [error] = Array.isArray(body.errors) ? body.errors : [];
    assertEquals(Object.keys(error ?? {}), ["id", "code", "detail", "docUrl"]);
    assertEquals(String(error?.docUrl), "http://docs.test/checkout/errors/unauthorized");
    assert(API_ERROR_CODES.every((code) => /^[a-z-]+$/.test(code)));
    assertStringIncludes(String(error?.detail), "token");
  });
});
