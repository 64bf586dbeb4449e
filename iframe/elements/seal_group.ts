/**
 * Reads the elements of a container once and encrypts them. Values that are not card fields become records of their
 * table.
 */
import { digitsOf } from "../../sdk/card/detect.ts";
import type { SealOptions } from "../../sdk/wire/elements.ts";
import { MAX_SEALED_CHARS, type SealedCard } from "../../sdk/wire/sealed.ts";
import type { Collected } from "../controller/collect.ts";
import { seal, type SealingKey } from "../crypto/seal.ts";
import { expiryOf } from "../../sdk/card/faults.ts";
import { cardTypeOf } from "./element_typing.ts";
import type { Hub } from "./hub.ts";

type Records = NonNullable<SealedCard["records"]>;

export async function sealGroup(hub: Hub, options: SealOptions, key: SealingKey): Promise<Collected> {
  const members = [...hub.members.values()];
  for (const member of members) member.judge();
  if (members.length === 0 || members.some((member) => member.isBlocking())) return { type: "invalid" };
  try {
    const encryptedData = await seal(plaintextOf(hub, options), key);
    return encryptedData.length > MAX_SEALED_CHARS ? { type: "too_long" } : { type: "sealed", encryptedData };
  } catch {
    // The exception may quote the input, so it stays in the frame.
    return { type: "sealing" };
  }
}

function plaintextOf(hub: Hub, { holderReference, execution, tokens, records = "[]", upsert }: SealOptions) {
  const texts = hub.cardTexts();
  const expiry = expiryOf(texts);
  const more = [...ownRecords(hub), ...parseRecords(records)];
  return {
    ...(texts.CARD_NUMBER === undefined ? {} : { cardNumber: digitsOf(texts.CARD_NUMBER) }),
    ...(expiry === undefined ? {} : { expiryMonth: expiry.month, expiryYear: expiry.year }),
    ...(texts.CVV === undefined ? {} : { securityCode: digitsOf(texts.CVV) }),
    holderName: texts.CARDHOLDER_NAME?.trim(),
    holderReference,
    execution,
    tokens,
    records: more.length === 0 ? undefined : more,
    upsert,
  };
}

/** Fields of a table are one record, and those that name a record of it by its id are another. */
function ownRecords(hub: Hub): Records {
  const records = new Map<string, { readonly table: string; readonly fields: Map<string, string | undefined> }>();
  for (const member of hub.members.values()) {
    const { spec } = member;
    const { table, column, skyflowId } = spec;
    const text = member.text();
    if (cardTypeOf(spec) !== undefined || text === "") continue;
    const key = JSON.stringify([table, skyflowId]);
    const fields = records.get(key)?.fields ?? new Map([["skyflowID", skyflowId]]);
    records.set(key, { table, fields: fields.set(column, text) });
  }
  return [...records.values()].map(({ table, fields }) => ({ table, fields: Object.fromEntries(fields) }));
}

/** JSON that the SDK wrote from validated records. */
function parseRecords(json: string): Records {
  return JSON.parse(json) as Records;
}
