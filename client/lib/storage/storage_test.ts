import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import * as z from "zod/mini";
import { createSlot, memoryArea, type StorageArea } from "./storage.ts";
import { createSlots, EMPTY_VALIDATOR_DATA, keepLeft, slots, STORAGE_KEYS } from "./storage_keys.ts";

function areas() {
  const local = memoryArea();
  const session = memoryArea();
  return { local, session, slots: createSlots({ local, session }) };
}

describe("browser storage", () => {
  it("W-STORE-01: the five documented keys hold JSON text; a registry search stays in its tab, and no entry is stored", () => {
    const { local, session, slots } = areas();
    slots.validatorData.write({ phoneNumber: "+1 650", country: "US" });
    slots.validationsCount.write(3);
    slots.validationsCheckTimestamp.write(1_700_000_000_000);
    slots.sexOffenders.write(2);
    slots.offenderSearchName.write("Ana");
    const texts = [
      "validatorData",
      "validationsCount",
      "validationsCheckTimestamp",
      "sexOffenders",
      "offenderSearchName",
    ]
      .map((key) => local.getItem(key) ?? session.getItem(key));
    assertEquals(texts, ['{"phoneNumber":"+1 650","country":"US"}', "3", "1700000000000", "2", '"Ana"']);
    assertEquals(["sexOffenders", "offenderSearchName"].map((key) => local.getItem(key)), [null, null]);
    assertEquals(slots.offenderSearchName.read(), "Ana");
  });

  it("W-STORE-01: the checks left are kept with those of the packs among them, and the time", () => {
    const before = Date.now();
    keepLeft({ today: 7, credits: 10 });
    assertEquals([slots.validationsCount.read(), slots.validationsCredits.read()], [17, 10]);
    const at = slots.validationsCheckTimestamp.read();
    assertEquals([at >= before, at <= Date.now()], [true, true]);
    for (const slot of [slots.validationsCount, slots.validationsCredits, slots.validationsCheckTimestamp]) {
      slot.clear();
    }
  });

  it("W-STORE-02: one referrer key in local storage", () => {
    const { local, session, slots } = areas();
    slots.referrer.write("https://news.example/");
    assertEquals([local.getItem("referrer"), session.getItem("referrer")], ['"https://news.example/"', null]);
  });

  it("W-STORE-03: email, subscription id and url are in session storage", () => {
    const { local, session, slots } = areas();
    slots.purchaseEmail.write("a@b.example");
    slots.purchaseSubscriptionId.write("sub");
    slots.purchaseUrl.write("/services/subscriptions");
    const keys = [STORAGE_KEYS.purchaseEmail, STORAGE_KEYS.purchaseSubscriptionId, STORAGE_KEYS.purchaseUrl];
    assertEquals(keys.map((key) => session.getItem(key)), ['"a@b.example"', '"sub"', '"/services/subscriptions"']);
    assertEquals(keys.map((key) => local.getItem(key)), [null, null, null]);
  });

  it("every key is used once", () => {
    assertEquals(new Set(Object.values(STORAGE_KEYS)).size, Object.keys(STORAGE_KEYS).length);
  });

  const broken = [null, "", "{", "undefined", '{"__proto__":{"x":1}}', "[]", "7", `"${"x".repeat(600_000)}"`];
  for (const text of broken) {
    it(`W-STORE-04, B5: ${String(text).slice(0, 30)} reads as the default`, () => {
      const local = memoryArea(text === null ? [] : [["validatorData", text]]);
      assertEquals(createSlots({ local, session: memoryArea() }).validatorData.read(), EMPTY_VALIDATOR_DATA);
      assertEquals(Object.keys(Object.prototype), []);
    });
  }

  it("B5: a text of more than half a million characters is not read at all, whatever it contains", () => {
    const read = (count: number) => {
      const area = memoryArea([["long", JSON.stringify(["x".repeat(count)])]]);
      return createSlot<readonly unknown[]>({ key: "long", schema: z.array(z.unknown()), fallback: [], area }).read()
        .length;
    };
    assertEquals([read(499_000), read(500_000)], [1, 0]);
  });

  it("W-STORE-04: a blocked or full storage reads as the default and throws nothing", () => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    const blocked: StorageArea = { getItem: refuse, setItem: refuse, removeItem: refuse };
    const { validationsCount } = createSlots({ local: blocked, session: blocked });
    validationsCount.write(4);
    // The purchase just made must still be known on the next screen.
    assertEquals(validationsCount.read(), 4);
    validationsCount.clear();
    assertEquals(validationsCount.read(), 0);
  });

  it("W-STORE-04: values read once survive a storage that breaks afterwards, until they are cleared", () => {
    const kept = memoryArea([["email", '"ana@mail.example"']]);
    let isBroken = false;
    const session: StorageArea = {
      ...kept,
      getItem: (key) => {
        if (isBroken) throw new DOMException("denied", "SecurityError");
        return kept.getItem(key);
      },
    };
    const { purchaseEmail } = createSlots({ local: memoryArea(), session });
    assertEquals(purchaseEmail.read(), "ana@mail.example");
    isBroken = true;
    assertEquals(purchaseEmail.read(), "ana@mail.example");
    purchaseEmail.clear();
    assertEquals(purchaseEmail.read(), "");
  });
});
