/** Every invalid option has its own error, with the name filled in and a page about it, never a bare TypeError. */
import fc from "fast-check";
import { describeCollectCode } from "../errors/describe.ts";
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkElement, checkListener } from "../elements/check_element.ts";
import { ELEMENT_ROWS } from "../elements/columns.ts";
import { ERROR_ROWS } from "../errors/rows.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { checkVaultConfig } from "./check_config.ts";
import { ELEMENT_EVENTS, VAULT_ELEMENT_TYPES } from "../wire/elements.ts";
import {
  checkContainerOptions,
  checkContainerType,
  checkLayout,
  checkLayoutSum,
  CONTAINER_TYPES,
} from "./check_collect.ts";
import { checkCollectOptions } from "./check_collect_options.ts";

const OTHER = { name: "other" };
const element = (options: unknown) => checkElement(options, (value) => value === OTHER);
const card = (more: object) => element({ type: "CARD_NUMBER", name: "pan", ...more });
const rule = (more: unknown) => card({ validations: [more] });
const vault = (more: object) =>
  checkVaultConfig({ vaultID: "v", vaultURL: "https://vault.test", getBearerToken: () => "", ...more });

/** Longer than anything the frame accepts. */
const LONG = "x".repeat(5000);
const CIRCLE: Record<string, unknown> = {};
CIRCLE.self = CIRCLE;

const EXPRESSION = { type: "REGEX_MATCH_RULE", params: { regex: "^a" } };

type Row = readonly [key: string, wrong: () => unknown, names?: RegExp];
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "S-VALID-10, S-ERR-38: element types": [
    ["invalid_element", () => element(7)],
    ["invalid_element_name", () => element({ type: "CVV", name: LONG }), /128/],
    ["missing_element_type", () => element({ name: "pan" }), /^pan has no type/],
    ["empty_element_type", () => element({ name: "pan", type: "" }), /pan/],
    ["invalid_element_type", () => element({ name: "pan", type: "IBAN" }), /pan.*IBAN/],
    ["invalid_element_type", () => element({ name: "pan", type: "toString" }), /toString/],
  ],
  "S-VALID-11, S-CONTAINER-04, S-ERR-40: container types": [
    ["missing_type", () => checkContainerType(undefined)],
    ["invalid_type", () => checkContainerType("REVEAL"), /^REVEAL/],
    ["invalid_options", () => checkContainerOptions("wide")],
    ["invalid_options", () => checkContainerOptions(null)],
  ],
  "S-VALID-12, S-ERR-37: skyflowID": [
    ["invalid_skyflow_id", () => card({ skyflowID: 7 }), /pan/],
    ["empty_skyflow_id", () => card({ skyflowID: " " }), /pan/],
  ],
  "S-VALID-13, S-ERR-38: validations": [
    ["invalid_validations", () => card({ validations: {} }), /pan/],
    ["invalid_validations", () => card({ validations: Array(21).fill({}) }), /pan.*20/],
    ["invalid_validations", () => card({ validations: Array(4).fill(EXPRESSION) }), /pan.*3 of them expressions/],
    ["missing_validation_type", () => rule({ params: {} }), /validation 1 of pan/],
    ["missing_validation_type", () => rule(null), /validation 1 of pan/],
    ["invalid_validation_type", () => rule({ type: "LUHN", params: {} }), /LUHN/],
    ["missing_validation_params", () => rule({ type: "REGEX_MATCH_RULE" })],
    ["invalid_validation_params", () => rule({ type: "REGEX_MATCH_RULE", params: [] })],
  ],
  "S-VALID-14: a regex rule": [
    ["missing_regex", () => rule({ type: "REGEX_MATCH_RULE", params: {} })],
    ["invalid_regex", () => rule({ type: "REGEX_MATCH_RULE", params: { regex: "(" } })],
    ["invalid_regex", () => rule({ type: "REGEX_MATCH_RULE", params: { regex: 7 } })],
  ],
  "S-VALID-15: a length rule": [
    ["missing_length", () => rule({ type: "LENGTH_MATCH_RULE", params: {} })],
    ["invalid_length", () => rule({ type: "LENGTH_MATCH_RULE", params: { min: "4" } })],
  ],
  "S-VALID-16: an element-match rule": [
    ["missing_match_element", () => rule({ type: "ELEMENT_VALUE_MATCH_RULE", params: {} })],
    ["invalid_match_element", () => rule({ type: "ELEMENT_VALUE_MATCH_RULE", params: { element: { name: "other" } } })],
  ],
  "S-VALID-17, S-ERR-37: table and column": [
    ["invalid_table", () => card({ table: 7 }), /pan/],
    ["invalid_table", () => card({ table: LONG }), /pan.*128/],
    ["empty_table", () => card({ table: "" }), /pan/],
    ["missing_column", () => element({ type: "INPUT_FIELD" }), /INPUT_FIELD/],
    ["invalid_column", () => card({ column: {} })],
    ["empty_column", () => card({ column: "  " })],
    ["missing_table", () => checkCollectOptions({ upsert: [{ column: "c" }] }), /upsert 1/],
  ],
  "S-VALID-18, S-ERR-39: upsert": [
    ["invalid_upsert", () => checkCollectOptions({ upsert: {} })],
    ["empty_upsert", () => checkCollectOptions({ upsert: [] })],
    ["invalid_upsert", () => checkCollectOptions({ upsert: Array(21).fill({ table: "t", column: "c" }) })],
    ["invalid_upsert_entry", () => checkCollectOptions({ upsert: [{ table: "t", column: "c" }, "t"] }), /upsert 2/],
    ["empty_column", () => checkCollectOptions({ upsert: [{ table: "t", column: "" }] }), /upsert 1/],
  ],
  "S-VALID-19, S-ERR-39: additional fields": [
    ["invalid_collect_options", () => checkCollectOptions([])],
    ["invalid_additional_fields", () => checkCollectOptions({ additionalFields: [] })],
    ["missing_records", () => checkCollectOptions({ additionalFields: {} })],
    ["invalid_records", () => checkCollectOptions({ additionalFields: { records: {} } })],
    ["empty_records", () => checkCollectOptions({ additionalFields: { records: [] } })],
  ],
  "S-VALID-20: records": [
    ["invalid_record", () => checkCollectOptions({ additionalFields: { records: [7] } }), /record 1/],
    ["empty_table", () => checkCollectOptions({ additionalFields: { records: [{ table: "", fields: {} }] } })],
    ["missing_fields", () => checkCollectOptions({ additionalFields: { records: [{ table: "t" }] } })],
    ["invalid_fields", () => checkCollectOptions({ additionalFields: { records: [{ table: "t", fields: [] }] } })],
    ["invalid_fields", () => checkCollectOptions({ additionalFields: { records: [{ table: "t", fields: CIRCLE }] } })],
    [
      "invalid_fields",
      () => checkCollectOptions({ additionalFields: { records: [{ table: "t", fields: { n: 1n } }] } }),
    ],
    [
      "invalid_records",
      () => checkCollectOptions({ additionalFields: { records: [{ table: "t", fields: { n: LONG } }] } }),
    ],
  ],
  "S-VALID-21, S-VAULT-10, S-ERR-40: the vault client": [
    ["missing_bearer_token", () => vault({ getBearerToken: undefined })],
    ["invalid_bearer_token_function", () => vault({ getBearerToken: "token" })],
    ["missing_vault_id", () => checkVaultConfig(undefined)],
    ["invalid_vault_id", () => vault({ vaultID: 7 })],
    ["missing_vault_url", () => vault({ vaultURL: "" })],
    ["invalid_vault_url", () => vault({ vaultURL: "http://vault.test" }), /^vaultURL.*http:\/\/vault\.test/],
    ["invalid_vault_url", () => vault({ options: { saveInstrumentURL: "vault.test" } }), /^saveInstrumentURL.*vault/],
    ["invalid_log_level", () => vault({ options: { logLevel: "LOUD" } }), /LOUD/],
    ["invalid_environment", () => vault({ options: { env: "STAGE" } }), /STAGE/],
  ],
  "S-VALID-24: a mask": [
    ["invalid_mask", () => card({ mask: "XXXX" })],
    ["invalid_mask", () => card({ mask: [7] })],
    ["invalid_mask", () => card({ mask: [LONG] }), /pan/],
    ["invalid_mask", () => card({ mask: ["XX", { XX: "[0-9]" }] }), /pan/],
    ["invalid_mask", () => card({ mask: ["XX", "X"] })],
  ],
  "S-VALID-25: radio and checkbox": [
    ["missing_value", () => element({ type: "radio", column: "c" }), /radio/],
    ["missing_value", () => element({ type: "checkbox", name: "terms", value: "" }), /terms/],
  ],
  "S-VALID-26: a dropdown": [
    ["missing_choices", () => element({ type: "dropdown", name: "city" }), /city/],
    ["invalid_choices", () => element({ type: "dropdown", name: "city", options: [] }), /city/],
    ["invalid_choices", () => element({ type: "dropdown", name: "city", options: [7] }), /city/],
    ["invalid_choices", () => element({ type: "dropdown", name: "city", options: [LONG] }), /city/],
    ["invalid_choices", () => element({ type: "dropdown", name: "city", options: Array(501).fill("a") }), /500/],
  ],
  "S-VALID-27, S-ELEM-06, S-ERR-44: booleans": [
    ["invalid_boolean_option", () => card({ required: "yes" }), /required of pan/],
    ["invalid_boolean_option", () => card({ enableCardIcon: 1 }), /enableCardIcon of pan/],
    ["invalid_tokens", () => checkCollectOptions({ tokens: "yes" })],
  ],
  "S-VALID-28, S-ERR-44: format and translation": [
    ["invalid_input_format", () => card({ format: 7 })],
    ["invalid_translation", () => card({ translation: [] })],
    ["invalid_translation", () => card({ translation: { X: "(" } })],
  ],
  "S-EVENT-04, S-ERR-41: event names": [
    ["missing_event", () => checkListener(undefined, () => {})],
    ["invalid_event", () => checkListener("HOVER", () => {}), /HOVER/],
    ["invalid_event", () => checkListener("constructor", () => {})],
  ],
  "S-EVENT-05, S-ERR-41: handlers": [
    ["missing_handler", () => checkListener("CHANGE", undefined), /CHANGE/],
    ["invalid_handler", () => checkListener("CHANGE", "call me"), /CHANGE/],
  ],
  "S-CONTAINER-05, S-ERR-43: composable options": [
    ["missing_options", () => checkLayout(undefined)],
    ["invalid_options", () => checkLayout([1])],
    ["missing_layout", () => checkLayout({})],
  ],
  "S-CONTAINER-06, S-CONTAINER-03, S-ERR-43: the layout": [
    ["invalid_layout", () => checkLayout({ layout: "1,2" }), /1,2/],
    ["invalid_layout", () => checkLayout({ layout: [1, "2"] })],
    ["invalid_layout", () => checkLayout({ layout: [1, undefined] }), /null/],
    // deno-lint-ignore no-sparse-arrays
    ["invalid_layout", () => checkLayout({ layout: [1, , 2] }), /null/],
    ["invalid_layout", () => checkLayout({ layout: [60, 60] }), /at most 100/],
    ["empty_layout", () => checkLayout({ layout: [] })],
    ["negative_layout", () => checkLayout({ layout: [1, -2] }), /-2/],
  ],
  "S-CONTAINER-07, S-VAULT-17, S-ERR-43: the sum of the layout": [
    ["layout_sum_mismatch", () => checkLayoutSum([1, 3], 3), /4 elements, but 3/],
  ],
};

function caught(wrong: () => unknown): SdkError {
  try {
    wrong();
  } catch (error) {
    assert(error instanceof SdkError, String(error));
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("collect options", () => {
  for (const [title, rows] of Object.entries(ROWS)) {
    it(title, () => {
      for (const [key, wrong, names = /./] of rows) {
        const error = caught(wrong);
        assertEquals(error.code, `payrails:client:collect_container.${key}`);
        assertMatch(error.message, names);
        assertNotMatch(error.message, /[{}]|undefined|\[object/);
        assertEquals(error.docUrl.endsWith(encodeURIComponent(error.code)), true);
      }
    });
  }
  it("S-ELEM-03, S-ELEM-04: every element type is accepted with its required options", () => {
    assertEquals([...VAULT_ELEMENT_TYPES].sort(), [
      ...["CARDHOLDER_NAME", "CARD_NUMBER", "CVV", "EXPIRATION_DATE", "EXPIRATION_MONTH", "EXPIRATION_YEAR"],
      ...["INPUT_FIELD", "PIN", "checkbox", "dropdown", "radio", "textarea"],
    ]);
    for (const type of VAULT_ELEMENT_TYPES) element({ type, name: "n", value: "v", options: Array(500).fill("a") });
  });
  it("S-ELEM-05, S-VALID-01: every option and all three kinds of rules are accepted", () => {
    card({
      table: "cards",
      column: "card_number",
      required: true,
      enableCardIcon: false,
      format: "XXXX-XXXX-XXXX-XXXX",
      translation: { X: "[0-9]" },
      mask: ["XX-YY", { Y: "[a-z]" }],
      labelStyles: {},
      errorTextStyles: {},
      styles: {},
      placeholder: "",
      validations: [
        { type: "REGEX_MATCH_RULE", params: { regex: /^4/ } },
        { type: "LENGTH_MATCH_RULE", params: { max: 19 } },
        { type: "ELEMENT_VALUE_MATCH_RULE", params: { element: OTHER } },
      ],
    });
  });
  it("S-VAULT-02: collect accepts tokens, additionalFields and upsert", () => {
    const records = [{ table: "people", fields: { name: "x" } }];
    checkCollectOptions({ tokens: false, additionalFields: { records }, upsert: [{ table: "t", column: "c" }] });
    checkCollectOptions(undefined);
  });
  it("S-VAULT-01: card types have the vault's columns", () => {
    assertEquals(Object.values(ELEMENT_ROWS).flatMap(({ column }) => column ?? []), [
      ...["card_number", "cardholder_name", "security_code", "expiry_month", "expiry_year", "expiry_date"],
    ]);
  });
  it("S-LABEL-09: default placeholders", () => {
    const placeholders = Object.values(ELEMENT_ROWS).flatMap(({ placeholder }) => placeholder ?? []);
    assertEquals(placeholders, ["1234 1234 1234 1234", "Card holder", "CVC", "MM", "YY", "MM/YY"]);
  });
  it("S-EVENT-01, S-EVENT-02: there are twelve events", () => {
    assertEquals([...ELEMENT_EVENTS].sort(), [
      ...["BLUR", "CHANGE", "CLICK", "CREATED", "ERROR", "ESCAPE", "FOCUS", "HEIGHT", "MOUNTED", "READY", "SUBMIT"],
      "SUCCESS",
    ]);
    for (const event of ELEMENT_EVENTS) assertEquals(checkListener(event, () => {}), event);
  });
  it("S-ERR-35, S-ERR-47: some 60 codes, one per rule, each raised in a test and with a short description", () => {
    const isOfContainers = (key: string) => /^client:(collect_container|vault)\./.test(key);
    const rows = Object.fromEntries(Object.entries(ERROR_ROWS).filter(([key]) => isOfContainers(key)));
    const keys = Object.keys(rows);
    assert(keys.length >= 60 && keys.length <= 85, String(keys.length));
    assertEquals(new Set(Object.values(rows)).size, keys.length);
    const reached = new Set(Object.values(ROWS).flatMap((cases) => cases.map(([key]) => key)));
    const others = keys.map((key) => key.replace("client:collect_container.", "")).filter((key) => !reached.has(key));
    // Raised by mounted containers, in container_test.ts and vault_test.ts.
    assertEquals(others.sort(), [
      ...["bearer_token_rejected", "client:vault.connection", "client:vault.network", "creation_failed"],
      ...["duplicate_element", "duplicate_element_name", "element_name_change", "empty_mount_target"],
      ...["invalid_bearer_token", "invalid_custom_url", "mount_failed", "no_elements", "operation_failed"],
      ...["too_long", "unmountable"],
    ]);
    for (const [key, text] of Object.entries(rows)) {
      assertEquals(describeCollectCode(`payrails:${key}`), text);
      assertMatch(text, /^.{15,200}$|^\{answer\}$/, key);
    }
  });
  it("S-CONTAINER-06: container types and layouts pass", () => {
    assertEquals(CONTAINER_TYPES.map(checkContainerType), ["COLLECT", "COMPOSABLE"]);
    assertEquals(checkLayout({ layout: [1, 0, 3] }), [1, 0, 3]);
    checkLayoutSum([1, 0, 3], 4);
  });
  it("any value is either accepted or refused with an error of the table", () => {
    const anything = fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true });
    const checks = [element, card, rule, checkLayout, checkCollectOptions, checkVaultConfig, checkContainerType];
    fc.assert(
      fc.property(fc.constantFrom<(value: never) => unknown>(...checks), anything, (check, value) => {
        try {
          Reflect.apply(check, undefined, [value]);
        } catch (error) {
          assert(error instanceof SdkError, String(error));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
