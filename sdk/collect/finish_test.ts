/** What a container does after the shopper has typed, and what it says when it cannot. */
import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { CollectElement } from "../elements/element.ts";
import type { CardFrame } from "../frames/card_frame.ts";
import type { Logger } from "../log/logger.ts";
import { collect, type FinishOptions, tokenize, validate } from "./finish.ts";

const TOKEN = `h.${btoa("{}")}.s`;
const SEALED = { type: "collected", encryptedData: "sealed" } as const;

interface Field {
  readonly type?: string;
  readonly isEmpty?: boolean;
  readonly isMounted?: boolean;
  readonly errors?: Readonly<Record<string, string>>;
}

/** A container of these fields, whose frame gives this answer. */
function open(fields: Readonly<Record<string, Field>>, reply: object, token: () => string = () => TOKEN) {
  const asked: Readonly<Record<string, unknown>>[] = [];
  const sent: unknown[] = [];
  const logged: string[] = [];
  const ask = ({ id, ...question }: Readonly<Record<string, unknown>>) => {
    asked.push({ ...question, hasId: typeof id === "string" && id.length > 30 });
    return Promise.resolve(reply);
  };
  const elements = Object.entries(fields).map((
    [name, { type = name, isEmpty = false, isMounted = true, errors = {} }],
  ) => ({
    name,
    type,
    spec: { errors },
    getState: () => ({ isEmpty }),
    isMounted: () => isMounted,
  }));
  const container: FinishOptions = {
    context: {
      providerConfigId: "provider",
      holderReference: "holder",
      execution: () => "execution",
      saveInstrumentUrl: "https://pay.example/instruments",
      tokens: { get: token },
      logger: { error: (error: unknown) => void logged.push(String(error)) } as Logger,
    },
    elements: elements as unknown as readonly CollectElement[],
    lead: () => ({ ask, send: (message: unknown) => void sent.push(message) }) as unknown as CardFrame,
    refused: undefined,
  };
  return { container, asked, sent, logged };
}
const ONE = { CARD_NUMBER: {} };

describe("a container after typing", () => {
  it("names the invalid elements, with the text of each kind: for an empty field or for a wrong one", async () => {
    const errors = { empty: "Missing", wrong: "Wrong" };
    const { container, asked } = open(
      {
        CARD_NUMBER: { errors },
        CVV: { errors, isEmpty: true },
        EXPIRATION_DATE: { errors: {} },
        CARDHOLDER_NAME: { errors },
        city: { type: "INPUT_FIELD", errors },
      },
      { type: "element_checked", invalid: ["CARD_NUMBER", "CVV", "EXPIRATION_DATE", "city"] },
    );
    assertEquals(await validate(container), {
      isValid: false,
      fieldErrors: { cardNumber: "Wrong", cvv: "Missing", expiry: "" },
      invalid: ["CARD_NUMBER", "CVV", "EXPIRATION_DATE", "city"],
    });
    assertEquals(asked, [{ type: "element_check", count: 5, hasId: true }]);
    const right = open(ONE, { type: "element_checked", invalid: [] });
    assertEquals(await validate(right.container), { isValid: true, fieldErrors: {}, invalid: [] });
  });

  it("refuses without elements, with an element that is not mounted, and without a frame, before it asks", async () => {
    const none = open({}, SEALED);
    await assertRejects(() => collect(none.container, {}), Error, "collect needs at least one element");
    await assertRejects(() => validate(none.container), Error, "validate needs at least one element");
    const away = open({ CARD_NUMBER: {}, CVV: { isMounted: false } }, SEALED);
    await assertRejects(() => collect(away.container, {}), Error, "CVV");
    const { container, asked } = open(ONE, SEALED);
    await assertRejects(() => collect({ ...container, lead: () => undefined }, {}));
    assertEquals([none.asked, away.asked, asked], [[], [], []]);
  });

  it("distinguishes a frame without a proper answer from fields that are not valid", async () => {
    const failed = { type: "failed" };
    await assertRejects(() => validate(open(ONE, failed).container), Error, "validate failed in the card frame");
    const codeOf = async (reply: object) =>
      await collect(open(ONE, reply).container, {}).then(() => "", (error: unknown) => String(Object(error).code));
    const invalid = await codeOf({ type: "collect_failed", reason: "invalid" });
    assertEquals(invalid, "payrails:card_form:complete_and_valid_inputs_required");
    for (const reply of [failed, { type: "collect_failed", reason: "keys" }, { type: "failed", reason: "invalid" }]) {
      assertEquals(await codeOf(reply), "payrails:card_form:sealing_failed");
    }
    const tooLong = await codeOf({ type: "collect_failed", reason: "too_long" });
    assertEquals(tooLong, "payrails:client:collect_container.too_long");
  });

  it("seals for the holder and the execution, with the records that it was given", async () => {
    const { container, asked } = open(ONE, SEALED);
    const own = { encryptedData: "sealed", vaultProviderConfigId: "provider" };
    assertEquals(await collect(container, {}), own);
    const more = { table: "people", fields: { city: "Vienna" } };
    await collect(container, {
      tokens: false,
      additionalFields: { records: [more] },
      upsert: [{ table: "people", column: "city" }],
    });
    const bound = { holderReference: "holder", execution: "execution" };
    assertEquals(asked.map(({ type, options }) => [type, options]), [
      ["seal", { tokens: true, ...bound }],
      ["seal", {
        tokens: false,
        ...bound,
        records: JSON.stringify([more]),
        upsert: [{ table: "people", column: "city" }],
      }],
    ]);
  });

  it("S-ERR-34: logs an invalid token, and tells the shopper in the page's words or our own", async () => {
    for (
      const [refused, text] of [[undefined, "The card could not be sent. Nothing was stored."], ["No.", "No."]] as const
    ) {
      const { container, asked, sent, logged } = open(ONE, SEALED, () => "wrong");
      await assertRejects(() => collect({ ...container, refused }, {}));
      assertEquals([asked, sent, logged.length], [[], [{ type: "element_refused", text }], 1]);
    }
  });

  it("stores a card with what the shopper agreed to, which the frame never receives", async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "XMLHttpRequest");
    const calls: unknown[] = [];
    class Answering {
      url = "";
      status = 200;
      responseText = '{"id":"stored"}';
      onload = () => {};
      open(method: string, url: string) {
        this.url = `${method} ${url}`;
      }
      setRequestHeader() {}
      getResponseHeader = () => "application/json";
      send(text: string) {
        calls.push([this.url, JSON.parse(text)]);
        this.onload();
      }
    }
    Object.defineProperty(globalThis, "XMLHttpRequest", { value: Answering, configurable: true });
    try {
      const { container, asked } = open(ONE, SEALED);
      const agreed = { futureUsage: "Subscription", storeInstrument: true, preferredScheme: "visa" } as const;
      const answer: unknown = await tokenize(container, { ...agreed, tokens: false });
      assertEquals(answer, { id: "stored" });
      assertEquals(asked.map(({ options }) => options), [
        { tokens: false, holderReference: "holder", execution: "execution" },
      ]);
      assertEquals(calls, [["POST https://pay.example/instruments", {
        holderReference: "holder",
        paymentMethod: "card",
        storeInstrument: true,
        futureUsage: "Subscription",
        data: { encryptedData: "sealed", vaultProviderConfigId: "provider", preferredScheme: "visa" },
      }]]);
    } finally {
      if (before === undefined) Reflect.deleteProperty(globalThis, "XMLHttpRequest");
      else Object.defineProperty(globalThis, "XMLHttpRequest", before);
    }
  });
});
