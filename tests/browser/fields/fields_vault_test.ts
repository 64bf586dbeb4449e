/** From a field to the vault's row: the vault follows collect's options for tokens, records and upsert. */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { compactDecrypt } from "jose";
import type { Page } from "puppeteer";
import { loadVaultKeys } from "../../../server/embedded/payments/keys/keys.ts";
import { openNumber } from "../../../server/embedded/payments/vault/at_rest.ts";
import {
  CARD_ELEMENTS,
  type FieldOptions,
  FieldsPage,
  fillCard,
  fromPage,
  NUMBER,
  parseRecord,
  typeInto,
} from "../../support/merchant/fields_page.ts";
import { cardFrame } from "../../support/frames.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CITY = { type: "INPUT_FIELD", name: "city", table: "people", label: "City" };
const WITH_CITY = [...CARD_ELEMENTS, CITY];
const FORM: FieldOptions = {
  kind: "COMPOSABLE",
  elements: WITH_CITY,
  options: { layout: [1, 3, 1] },
  client: { holderReference: "holder-1" },
};
const EMAIL = { records: [{ table: "people", fields: { email: "ada@example.test", age: 36 } }] };
const BY_EMAIL = [{ table: "people", column: "email" }];

interface Saved {
  readonly id: string;
  readonly status: string;
  readonly tokens?: Readonly<Record<string, string>>;
  readonly records?: readonly {
    readonly table: string;
    readonly id: string;
    readonly tokens?: Readonly<Record<string, string>>;
  }[];
}

describe("fields and the vault", () => {
  let fixture: FieldsPage;
  before(async () => {
    fixture = await FieldsPage.open();
  });
  after(() => fixture?.close());

  async function tokenize(page: Page, options: unknown): Promise<Saved> {
    return asSaved(await fromPage(page, `container.tokenize(${JSON.stringify(options)})`));
  }

  it("more than the vault takes at once is refused in the page at once, with an error of its own", async () => {
    const elements = [{ type: "textarea", name: "note", table: "people" }];
    await fixture.inPage({ kind: "COMPOSABLE", elements, options: { layout: [1] } }, async (page) => {
      const frame = await cardFrame(page, "textarea");
      const collect = async (chars: number, options = {}) => {
        await frame.evaluate(`(() => {
          const note = document.querySelector("textarea");
          note.value = "x".repeat(${chars});
          note.dispatchEvent(new InputEvent("input"));
        })()`);
        const asked = performance.now();
        const [isValid, answer] = JSON.parse(String(
          await page.evaluate(`(async () => JSON.stringify([
            (await container.validate()).isValid,
            await container.collect(${JSON.stringify(options)}).then(() => "collected", ({ code }) => code),
          ]))()`),
        ));
        assert(performance.now() - asked < 5_000, "it waits for the frame's deadline");
        return [isValid, answer];
      };
      const tooLong = [true, "payrails:client:collect_container.too_long"];
      assertEquals([await collect(5_000), await collect(6_000)], [[true, "collected"], tooLong]);
      const additionalFields = { records: [{ table: "people", fields: { note: "\u4e2d".repeat(2_000) } }] };
      assertEquals(await collect(10, { additionalFields }), tooLong);
    });
  });

  it("S-VAULT-02, S-VAULT-17: tokens, records of the page and of its own fields, and upsert reach the vault's rows", async () => {
    await fixture.inPage(FORM, async (page) => {
      await fillCard(page);
      await typeInto(page, ".INPUT_FIELD input", "Oslo");
      const first = await tokenize(page, { storeInstrument: true, additionalFields: EMAIL, upsert: BY_EMAIL });
      assertMatch(first.id, UUID);
      assertEquals(Object.keys(first.tokens ?? {}).sort(), ["cardNumber", "expiryMonth", "expiryYear", "holderName"]);
      for (const token of Object.values(first.tokens ?? {})) assertMatch(token, UUID);
      assertEquals(first.records?.map(({ table, tokens }) => [table, Object.keys(tokens ?? {})]), [
        ["people", ["city"]],
        ["people", ["email", "age"]],
      ]);
      const second = await tokenize(page, { tokens: false, additionalFields: EMAIL, upsert: BY_EMAIL });
      assertEquals(second.tokens, undefined);
      assertEquals(second.records?.map(({ tokens }) => tokens), [undefined, undefined]);
      // The record with this email address was updated; no column finds it by city.
      assertEquals(second.records?.[1]?.id, first.records?.[1]?.id);
      assertNotEquals(second.records?.[0]?.id, first.records?.[0]?.id);
      const third = await tokenize(page, { additionalFields: EMAIL });
      assertNotEquals(third.records?.[1]?.id, first.records?.[1]?.id);
      const rows = await fixture.app.context.db.selectFrom("pay_records").select("table_name").execute();
      assertEquals(rows.length, 5);
    });
  });

  it("S-VALID-12, S-VAULT-02: a field changes the shopper's record that its skyflowID names, and no stranger's", async () => {
    const saveCity = async (city: string, field: object) => {
      let saved: unknown;
      await fixture.inPage({ ...FORM, elements: [...CARD_ELEMENTS, { ...CITY, ...field }] }, async (page) => {
        await fillCard(page);
        await typeInto(page, ".INPUT_FIELD input", city);
        saved = await fromPage(page, "container.tokenize().catch(({ code }) => ({ code }))");
      });
      return saved;
    };
    const cities = async () => {
      const { db, config } = fixture.app.context;
      const keys = await loadVaultKeys(config.keysDir);
      const found = await db.selectFrom("pay_record_columns").selectAll().where("column_name", "=", "city").execute();
      return await Promise.all(
        found.map(async ({ record_id, sealed }) =>
          [record_id, JSON.parse(await openNumber(keys, sealed, `${record_id} city`))] as const
        ),
      );
    };
    const first = asSaved(await saveCity("Oslo", {})).records?.[0]?.id ?? "";
    assertEquals(asSaved(await saveCity("Bergen", { skyflowID: first })).records?.map(({ id }) => id), [first]);
    const known = await cities();
    assertEquals(known.filter(([id]) => id === first), [[first, "Bergen"]]);
    const refused = { code: "payrails:client:vault.network" };
    assertEquals(await saveCity("Paris", { skyflowID: crypto.randomUUID() }), refused);
    await fixture.app.context.db.updateTable("pay_records").set({ holder_reference: "holder-2" })
      .where("id", "=", first).execute();
    assertEquals(await saveCity("Paris", { skyflowID: first }), refused);
    assertEquals(await cities(), known);
  });

  it("S-VAULT-02: the sealed data includes tokens, records and upsert, and the page learns none of it", async () => {
    const elements = [...WITH_CITY, { type: "textarea", name: "note", table: "people", skyflowID: "record-1" }];
    await fixture.inPage({ ...FORM, kind: "COLLECT", elements }, async (page) => {
      await fillCard(page);
      await typeInto(page, ".INPUT_FIELD input", "Oslo");
      await typeInto(page, "textarea", "Ring twice");
      const result = await fromPage(
        page,
        `container.collect(${JSON.stringify({ additionalFields: EMAIL, upsert: BY_EMAIL })})`,
      );
      assertEquals(Object.keys(result).sort(), ["encryptedData", "vaultProviderConfigId"]);
      const { sealing } = await loadVaultKeys(fixture.app.context.config.keysDir);
      const { plaintext } = await compactDecrypt(String(result.encryptedData), sealing[0].privateKey);
      assertEquals(parseRecord(new TextDecoder().decode(plaintext)), {
        cardNumber: NUMBER,
        expiryMonth: "12",
        expiryYear: "2039",
        securityCode: "123",
        holderReference: "holder-1",
        tokens: true,
        records: [
          { table: "people", fields: { city: "Oslo" } },
          { table: "people", fields: { skyflowID: "record-1", note: "Ring twice" } },
          ...EMAIL.records,
        ],
        upsert: BY_EMAIL,
      });
    });
  });

  it("S-VAULT-14, S-ERR-30: a refusal of the vault keeps its message, with its code and docUrl", async () => {
    const elements = [...CARD_ELEMENTS, { type: "PIN", name: "pin", table: "people" }];
    await fixture.inPage({ ...FORM, elements }, async (page) => {
      await fillCard(page);
      await typeInto(page, ".PIN input", "9471");
      const reported = await fromPage(
        page,
        "container.tokenize().then(() => ({}), ({ code, message, docUrl }) => ({ code, message, docUrl }))",
      );
      assertEquals(reported.code, "payrails:client:vault.network");
      assertMatch(String(reported.message), /^.{20,} - request id: \S+$/);
      assert(!String(reported.message).includes("9471"), String(reported.message));
      assertMatch(String(reported.docUrl), /^http.*vault\.network$/);
      const [stored] = await fixture.app.context.db.selectFrom("pay_record_columns").select("column_name")
        .where("column_name", "=", "pin").execute();
      assertEquals(stored, undefined);
    });
  });

  it("S-ERR-29: an unreachable vault has its own code, and the next attempt stores", async () => {
    await fixture.inPage(FORM, async (page) => {
      await fillCard(page);
      await typeInto(page, ".INPUT_FIELD input", "Oslo");
      await page.setOfflineMode(true);
      const code = await page.evaluate("container.tokenize().then(() => '', ({ code }) => code)");
      assertEquals(code, "payrails:client:vault.connection");
      await page.setOfflineMode(false);
      assertMatch((await tokenize(page, { storeInstrument: true })).id, UUID);
    });
  });
});

function asSaved(value: unknown): Saved {
  return value as Saved;
}
