/** The error table and the errors built from it. */
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readdirSync, readFileSync } from "node:fs";
import { isAuthenticationFailure } from "./from_response.ts";
import { fromResponse } from "./from_response.ts";
import { paymentError } from "../errors/payment_error.ts";
import { SdkError } from "./sdk_error.ts";
import { ERROR_ROWS as ERRORS } from "./rows.ts";
import { COLLECT_START } from "./rows.ts";
import { type ErrorKey, isLogged, publicCode } from "./rows.ts";

const keys = asKeys(Object.keys(ERRORS));

function asKeys(names: readonly string[]): readonly ErrorKey[] {
  return names as readonly ErrorKey[];
}

/** Product code without the tables themselves. */
function sourcesBelow(folder: URL): string {
  return readdirSync(folder, { recursive: true }).map(String)
    .filter((name) => name.endsWith(".ts") && !/_test\.ts$|(^|\/)errors\/(\w+_)?rows\.ts$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
}

const has = (...names: ErrorKey[]) => names.every((name) => keys.includes(name) && ERRORS[name].length > 0);

describe("errors", () => {
  it("S-ERR-01: an error has name, message, docUrl, stack and cause", () => {
    const cause = new Error("inner");
    const error = new SdkError("client:init.config_malformed", { params: { what: "it has no token" }, cause });
    assertEquals(error.name, "PayrailsError");
    assertEquals(error.message, "The SDK configuration is malformed: it has no token");
    assertMatch(error.docUrl, /^https?:\/\/[^/]+\/checkout\/errors\/payrails%3Aclient%3Ainit\.config_malformed$/);
    assertMatch(error.stack ?? "", /errors_test/);
    assertEquals(error.cause, cause);
  });
  it("S-ERR-03: 401 and 403 give unauthorized with method and address", () => {
    for (const status of [401, 403]) {
      const error = fromResponse({ method: "POST", url: "https://a.test/x", status });
      assertEquals([error.message, error.code], ["[POST] https://a.test/x unauthorized", "payrails:api:unauthorized"]);
    }
  });
  it("S-ERR-04: 429 gives too many requests", () => {
    const error = fromResponse({ method: "GET", url: "/x", status: 429 });
    assertEquals([error.message, error.code], ["[GET] /x too many requests", "payrails:api:too_many_requests"]);
  });
  it("S-ERR-05: any other status that is not OK gives unsuccessful", () => {
    for (const status of [400, 404, 409, 500, 503]) {
      assertEquals(fromResponse({ method: "GET", url: "/x", status }).message, "[GET] /x unsuccessful");
    }
  });
  it("S-SEC-09: 401 and 403 count as authentication failures, no other status does", () => {
    assertEquals([401, 403, 400, 429, 500].map(isAuthenticationFailure), [true, true, false, false, false]);
  });
  it("S-ERR-06: exceeding the polls is max poll attempts exceeded, under the code of too many requests", () => {
    const error = paymentError("api:max_poll_attempts");
    assertEquals([error.message, error.code], ["max poll attempts exceeded", "payrails:api:too_many_requests"]);
  });
  it("S-ERR-07: every code starts with payrails:client, api or card_form, except the one with a fixed name", () => {
    const others = keys.map(publicCode).filter((code) => !/^payrails:(client|api|card_form):/.test(code));
    assertEquals(others, ["PAYRAILS_CLIENT_SESSION_REFRESH_FAILED"]);
  });
  it("S-ERR-08: every error has a plain sentence, and no two are the same", () => {
    const texts = keys.map((key) => ERRORS[key]);
    assertEquals(new Set(texts).size, texts.length);
    for (const text of texts) assertNotMatch(text, /undefined|TODO|\s$/);
  });
  it("S-ERR-12: sub-elements say that an id has to be set first", () => {
    assertEquals(ERRORS["client:sub_elements_render"], "Please set id for the element first.");
  });
  it("S-ERR-11, S-ERR-12, S-ERR-16, S-ERR-17, S-ERR-18, S-ERR-32, S-ERR-46: product code raises every error, or the decision says why not", () => {
    const sources = sourcesBelow(new URL("..", import.meta.url)) +
      sourcesBelow(new URL("../../iframe/", import.meta.url));
    const page = readFileSync(new URL("../../docs/decisions/sdk/errors-not-raised.md", import.meta.url), "utf8");
    // Table and column have the same three rules; their error names are composed.
    const isRaised = (key: string) => {
      const code = key.replace(COLLECT_START, "");
      const shared = `refuse(\`${code.replace(/_(table|column)$/, "_\${what}")}\``;
      return [`"${key}"`, `refuse("${code}"`, `collectError("${code}"`, shared].some((call) => sources.includes(call));
    };
    const silent = keys.filter((key) => !isRaised(key));
    assertEquals(silent.filter((key) => !page.includes(`\`${publicCode(key)}\``)), []);
    assertEquals(silent, ["client:parent_element_missing", "client:sub_elements_render"]);
  });
  it("an error of a refused call has what the provider answered, and so has each error caused by it", () => {
    const of = (body: unknown) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return fromResponse({ method: "POST", url: "/x", status: 422, text }).serverError;
    };
    const known = { code: "amount-mismatch", detail: "Other amount.", docUrl: "https://a.test/e" };
    assertEquals(of({ errors: [{ id: "1", ...known, reason: { result: "x" } }, { code: "second" }] }), {
      status: 422,
      ...known,
    });
    for (const body of ["", "<html>", "null", "7", {}, { errors: [] }, { errors: [null] }, { errors: "no" }]) {
      assertEquals(of(body), { status: 422 });
    }
    assertEquals(of({ errors: [{ code: 7, detail: "", docUrl: { a: 1 } }] }), { status: 422 });
    const cause = fromResponse({ method: "POST", url: "/x", status: 403, text: JSON.stringify({ errors: [known] }) });
    assertEquals(new SdkError("api:unknown", { cause }).serverError, { status: 403, ...known });
    assertEquals("serverError" in new SdkError("api:unknown", { cause: new TypeError("x") }), false);
  });
  it("S-ERR-26: session refresh failed has its own code", () => {
    const error = new SdkError("PAYRAILS_CLIENT_SESSION_REFRESH_FAILED", { params: { what: "x" } });
    assertEquals([error.code, error.message], ["PAYRAILS_CLIENT_SESSION_REFRESH_FAILED", "x"]);
  });
  it("S-LOG-03: the codes of 3-D Secure and authorization are never logged", () => {
    const silent = keys.filter((key) => !isLogged(key));
    for (const key of ["client:payment_executor.3ds", "api:authorization_not_requested"] as const) {
      assert(silent.includes(key));
    }
    assert(isLogged("api:max_poll_attempts"));
  });

  const CODES: readonly (readonly [string, string, readonly ErrorKey[]])[] = [
    ["S-ERR-10", "a collect container that is unmountable", ["client:collect_container.unmountable"]],
    ["S-ERR-11", "missing UI and parent elements", ["client:element_missing", "client:parent_element_missing"]],
    ["S-ERR-13", "a missing card form", ["client:card_form_missing"]],
    ["S-ERR-14", "wallets that do not load", [
      "client:google_pay.loading",
      "client:apple_pay.loading",
      "client:paypal.loading",
    ]],
    ["S-ERR-15", "wallets without configuration", [
      "client:google_pay.config_missing",
      "client:apple_pay.config_missing",
      "client:paypal.config_missing",
    ]],
    ["S-ERR-16", "a PayPal order that is none", ["client:paypal.order_creation"]],
    ["S-ERR-17", "a PayPal button whose mounting is aborted", ["client:paypal.mount_aborted"]],
    ["S-ERR-18", "pay, 3ds and confirm", [
      "client:payment_executor.pay",
      "client:payment_executor.3ds",
      "client:payment_executor.confirm",
    ]],
    ["S-ERR-19", "the three kinds of refused calls", ["api:unauthorized", "api:too_many_requests", "api:unsuccessful"]],
    ["S-ERR-20", "authorization not requested", ["api:authorization_not_requested"]],
    ["S-ERR-21", "request authentication and authorization", [
      "api:request_authentication",
      "api:request_authorization",
    ]],
    ["S-ERR-23", "a workflow execution not found", ["client:workflow_execution_not_found"]],
    ["S-ERR-24", "iframe creation and address", ["client:iframe_creation_failed", "client:iframe_url_missing"]],
    ["S-ERR-25", "unknown client and API errors", ["client:unknown", "api:unknown"]],
    ["S-ERR-27", "callbacks and BIN look-ups that fail", ["client:callback_failed", "client:bin_lookup_failed"]],
    ["S-ERR-32", "missing params, lost connection, incomplete inputs", [
      "card_form:required_params",
      "card_form:client_connection",
      "card_form:complete_and_valid_inputs_required",
    ]],
    ["S-ERR-33", "frames not found, not loading, blocked", [
      "card_form:iframe_not_found",
      "card_form:iframe_loading",
      "card_form:csp",
    ]],
  ];
  for (const [id, what, names] of CODES) it(`${id}: there are codes for ${what}`, () => assert(has(...names)));
});
