/** Which stored instruments are listed, and which calls exist for one. */
import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Answer, Call } from "../api/http.ts";
import { Session } from "../session/session.ts";
import { fromResponse } from "../errors/from_response.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { InitResponse } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import { type ApiCall, callApi } from "./client_api.ts";
import { nameOf } from "./network_badge.ts";
import { isListed, storedInDropin, type StoredOptions } from "../session/stored_instruments.ts";

const STATUSES = ["enabled", "created", "deleted", "disabled", "invalid", "transient"] as const;

const stored = (paymentMethod: string, status: StoredInstrument["status"] = "enabled"): StoredInstrument => ({
  id: `${paymentMethod}-${status}`,
  paymentMethod,
  status,
  data: {},
});

const methods = ["card", "payPal", "googlePay", "applePay"].map((paymentMethodCode) => ({
  paymentMethodCode,
  integrationType: "api" as const,
  paymentInstruments: [stored(paymentMethodCode)],
}));

const ids = (options: Readonly<Record<string, StoredOptions>>) =>
  storedInDropin(methods, (code) => options[code]).map(({ paymentMethod }) => paymentMethod);

describe("listing of stored instruments", () => {
  const RULES: readonly (readonly [string, string, readonly string[]])[] = [
    ["S-INSTR-11", "payPal", ["enabled"]],
    ["S-INSTR-11", "googlePay", ["enabled"]],
    ["S-INSTR-12", "applePay", STATUSES],
    ["S-INSTR-14", "card", ["enabled", "created"]],
  ];
  for (const [id, method, expected] of RULES) {
    it(`${id}, S-INSTR-05: of ${method}, exactly ${expected.join(", ")} are listed`, () => {
      assertEquals(STATUSES.filter((status) => isListed(stored(method, status))), [...expected]);
    });
  }
  it("S-INSTR-13: the drop-in leaves out Google Pay and Apple Pay", () => assertEquals(ids({}), ["card", "payPal"]));
  it("S-INSTR-09: showStoredInstruments applies per method, and only false hides", () => {
    assertEquals(ids({ card: { showStoredInstruments: false } }), ["payPal"]);
    assertEquals(ids({ payPal: { showStoredInstruments: false }, card: { showStoredInstruments: true } }), ["card"]);
  });
  it("S-INSTR-10: showExistingCards hides cards only", () => {
    assertEquals(ids({ card: { showExistingCards: false }, payPal: { showExistingCards: false } }), ["payPal"]);
  });
  it("S-INSTR-03: an instrument without any name reads Unavailable", () => {
    assertEquals(nameOf(stored("card"), "Unavailable"), "Unavailable");
    // A short number whose last digits are not shown.
    assertEquals(nameOf({ ...stored("card"), data: { suffix: "" } }, "Unavailable"), "Unavailable");
    assertEquals(nameOf({ ...stored("card"), data: { suffix: "4242" } }, "Unavailable"), "•••• 4242");
    assertEquals(nameOf({ ...stored("card"), displayName: "VISA 4242" }, "Unavailable"), "VISA 4242");
    const data = { expiryMonth: "12", expiryYear: "2029" };
    assertEquals(nameOf({ ...stored("card"), displayName: "Visa •••• 4242", data }, ""), "Visa •••• 4242, 12/29");
    for (const half of [{ expiryMonth: "12" }, { expiryYear: "2029" }]) {
      assertEquals(nameOf({ ...stored("card"), displayName: "Visa •••• 4242", data: half }, ""), "Visa •••• 4242");
    }
  });
});

describe("api", () => {
  const BASE = "https://shop.test/services/payments/client/instruments";
  function asCall(call: object): ApiCall {
    return call as ApiCall;
  }
  function initOf(token: string, instruments: readonly StoredInstrument[] = []) {
    const option = { paymentMethodCode: "card", integrationType: "api", paymentInstruments: instruments };
    const config = {
      token,
      links: {
        instrumentDelete: { href: `${BASE}/:instrumentId` },
        instrumentUpdate: { href: `${BASE}/:instrumentId` },
      },
      execution: {
        id: "e",
        links: {},
        initialResults: [{ httpCode: 200, body: { name: "lookup", data: { paymentCompositionOptions: [option] } } }],
      },
    };
    return { version: "2.0", data: btoa(JSON.stringify(config)) };
  }
  function openFixture(
    answer: Answer | (() => Answer) = { type: "ok", body: { success: true } },
    onSessionExpired?: () => Promise<InitResponse>,
  ) {
    const calls: Call[] = [];
    const rules = { pageOrigin: "https://shop.test", hosts: [] };
    const events = onSessionExpired === undefined ? {} : { onSessionExpired };
    const session = new Session(initOf("token", [stored("card"), stored("card", "created")]), {
      options: { events },
      rules,
      log: () => {},
    });
    const send = (call: Call) => (calls.push(call), Promise.resolve(typeof answer === "function" ? answer() : answer));
    return { calls, session, ports: { session, send, signal: new AbortController().signal } };
  }
  const listed = (session: Session) => session.configuration.methods[0]?.paymentInstruments ?? [];

  it("deletes by the session's link, and no longer offers the deleted instrument", async () => {
    const { calls, session, ports } = openFixture();
    const answer = await callApi({ operation: "deleteInstrument", resourceId: "card-enabled" }, ports);
    assertEquals(answer, { success: true });
    assertEquals(calls.map(({ method, url, token }) => [method, url, token]), [[
      "DELETE",
      `${BASE}/card-enabled`,
      "token",
    ]]);
    assertEquals(listed(session).map(({ id }) => id), ["card-created"]);
  });
  it("an id is one part of the address", async () => {
    const { calls, ports } = openFixture();
    await callApi({ operation: "deleteInstrument", resourceId: "../a?b" }, ports);
    assertEquals(calls.map(({ url }) => url), [`${BASE}/..%2Fa%3Fb`]);
  });
  it("updates; a new default replaces the old one", async () => {
    const { calls, session, ports } = openFixture();
    for (const resourceId of ["card-enabled", "card-created"]) {
      await callApi({ operation: "updateInstrument", resourceId, body: { default: true } }, ports);
    }
    assertEquals(calls[0]?.method, "PATCH");
    assertEquals(listed(session).map((instrument) => instrument.default), [false, true]);
  });
  it("an update changes status and default here, and nothing else of what it sends", async () => {
    for (const body of [{ default: true, status: undefined }, { default: true, paymentMethod: "CARD" }]) {
      const { calls, session, ports } = openFixture();
      await callApi(asCall({ operation: "updateInstrument", resourceId: "card-enabled", body }), ports);
      assertEquals(calls[0]?.body, body);
      assertEquals(listed(session)[0], { ...stored("card"), default: true });
    }
  });
  it("S-SEC-09, S-BUTTON-19, SECURITY R14: a call that is refused with 401 or 403 renews the session and is sent once more", async () => {
    for (const status of [401, 403]) {
      const refused: Answer = {
        type: "refused",
        status,
        text: "",
        error: fromResponse({ method: "DELETE", url: BASE, status }),
      };
      const answers = [refused, { type: "ok", body: { success: true } } as const];
      const { calls, session, ports } = openFixture(
        () => answers.shift() ?? refused,
        () => Promise.resolve(initOf("token 2")),
      );
      const call = { operation: "deleteInstrument", resourceId: "card-enabled" } as const;
      assertEquals(await callApi(call, ports), { success: true });
      assertEquals([calls.map(({ token }) => token), listed(session)], [["token", "token 2"], []]);
      // A second refusal ends with its code. Without a new session there is one call.
      assertEquals((await assertRejects(() => callApi(call, ports), SdkError)).code, "payrails:api:unauthorized");
      const alone = openFixture(refused);
      await assertRejects(() => callApi(call, alone.ports), SdkError);
      assertEquals([calls.length, alone.calls.length, listed(alone.session).length], [4, 1, 2]);
    }
  });
  it("S-ERR-32: a call without an instrument id is refused before it is sent", async () => {
    for (const resourceId of ["", undefined, 7]) {
      const { calls, ports } = openFixture();
      const call = asCall({ operation: "deleteInstrument", resourceId });
      const error = await assertRejects(() => callApi(call, ports), SdkError);
      assertEquals([error.code, error.message, calls.length], [
        "payrails:card_form:required_params",
        "resourceId is required",
        0,
      ]);
    }
  });
  it("a refused or unanswered call changes nothing and rejects", async () => {
    const { session, ports } = openFixture({ type: "unanswered", cause: new TypeError("offline") });
    await assertRejects(() => callApi({ operation: "deleteInstrument", resourceId: "card-enabled" }, ports));
    assertEquals(listed(session).length, 2);
  });
});
