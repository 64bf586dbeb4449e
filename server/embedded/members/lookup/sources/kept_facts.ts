/** Facts of a paid source, kept for a day for all servers: a number that is looked up again is no second bill. */
import * as z from "zod/mini";
import type { Clock } from "../../../../platform/clock.ts";
import { sha256Hex } from "../../../../platform/crypto/secrets.ts";
import type { Db } from "../../../../db/open.ts";
import { LINE_TYPES } from "../../numbering/phone_facts.ts";
import type { Recall, RemoteFacts } from "./remote.ts";

const KEPT_MS = 24 * 3_600_000;
/** A source that gave no facts is asked again after this time; until then our own data answers. */
const RETRY_MS = 600_000;

const factsSchema = z.object({
  line: z.optional(z.enum(LINE_TYPES)),
  carrier: z.optional(z.string()),
  place: z.optional(
    z.object({ location: z.string(), city: z.string(), timeZones: z.optional(z.array(z.string())) }),
  ),
});

interface KeptFacts {
  /** Undefined when the source gave none. */
  readonly facts: RemoteFacts | undefined;
}

/**
 * Of several look-ups of one number at the same time one asks the source. `mayAsk` decides whether a number without
 * kept facts is a bill at all.
 */
export function createKeptFacts(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): (mayAsk?: () => Promise<boolean>) => Recall {
  const running = new Map<string, Promise<RemoteFacts | undefined>>();
  const read = async (key: string): Promise<KeptFacts | undefined> => {
    const row = await db.selectFrom("members_source_facts").select("facts").where("key", "=", key)
      .where("until_ms", ">", clock.now()).executeTakeFirst();
    return row === undefined ? undefined : { facts: parseFacts(row.facts) };
  };
  const claim = async (key: string): Promise<boolean> => {
    const nowMs = clock.now();
    const row = { facts: null, until_ms: nowMs + RETRY_MS };
    const claimed = await db.insertInto("members_source_facts").values({ key, ...row })
      .onConflict((oc) => oc.column("key").doUpdateSet(row).where("members_source_facts.until_ms", "<=", nowMs))
      .returning("key").executeTakeFirst();
    return claimed !== undefined;
  };
  const askOnce = async (key: string, ask: () => Promise<RemoteFacts | undefined>) => {
    if (!await claim(key)) return (await read(key))?.facts;
    const facts = await ask();
    if (facts !== undefined) {
      await db.updateTable("members_source_facts")
        .set({ facts: JSON.stringify(facts), until_ms: clock.now() + KEPT_MS }).where("key", "=", key).execute();
    }
    return facts;
  };
  return (mayAsk = () => Promise.resolve(true)) => async ({ source, e164 }, ask) => {
    const key = sha256Hex(`${source} ${e164}`);
    const kept = await read(key);
    if (kept !== undefined && !running.has(key)) return kept.facts;
    if (!running.has(key) && !await mayAsk()) return undefined;
    const asked = running.get(key) ?? askOnce(key, ask).finally(() => running.delete(key));
    running.set(key, asked);
    return await asked;
  };
}

function parseFacts(facts: string | null): RemoteFacts | undefined {
  if (facts === null) return undefined;
  const { line, carrier, place } = z.parse(factsSchema, JSON.parse(facts));
  if (place === undefined) return { line, carrier, place };
  const { location, city, timeZones } = place;
  return { line, carrier, place: { location, city, ...(timeZones === undefined ? {} : { timeZones }) } };
}
