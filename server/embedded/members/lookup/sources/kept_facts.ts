/** Facts of a paid source, kept for a day for all servers: a number that is looked up again is no second bill. */
import * as z from "zod/mini";
import type { Clock } from "../../../../platform/clock.ts";
import { sha256Hex } from "../../../../platform/crypto/secrets.ts";
import type { Db } from "../../../../db/open.ts";
import { LINE_TYPES } from "../../numbering/phone_facts.ts";
import { DEADLINE_MS, type Recall, type RemoteFacts } from "./remote.ts";

const KEPT_MS = 24 * 3_600_000;
/** A source that gave no facts is asked again after this time; until then our own data answers. */
const RETRY_MS = 600_000;
/** Facts of a number whose source is being asked. Servers of other versions read it as facts that say nothing. */
const ASKING = JSON.stringify({ asking: true });
/** A look-up that asks for longer than this has lost its server. */
const ASKING_MS = DEADLINE_MS + 2_000;
const POLL_MS = 100;

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
  const read = async (key: string): Promise<KeptFacts | "asking" | undefined> => {
    const row = await db.selectFrom("members_source_facts").select("facts").where("key", "=", key)
      .where("until_ms", ">", clock.now()).executeTakeFirst();
    if (row?.facts === ASKING) return "asking";
    return row === undefined ? undefined : { facts: parseFacts(row.facts) };
  };
  /** Waits while another server asks, as long as a source may take. */
  const readAnswered = async (key: string): Promise<KeptFacts | undefined> => {
    for (let waitedMs = 0; waitedMs < DEADLINE_MS; waitedMs += POLL_MS) {
      const kept = await read(key);
      if (kept !== "asking") return kept;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return { facts: undefined };
  };
  const claim = async (key: string): Promise<boolean> => {
    const nowMs = clock.now();
    const row = { facts: ASKING, until_ms: nowMs + ASKING_MS };
    const claimed = await db.insertInto("members_source_facts").values({ key, ...row })
      .onConflict((oc) => oc.column("key").doUpdateSet(row).where("members_source_facts.until_ms", "<=", nowMs))
      .returning("key").executeTakeFirst();
    return claimed !== undefined;
  };
  const askOnce = async (key: string, ask: () => Promise<RemoteFacts | undefined>) => {
    if (!await claim(key)) return (await readAnswered(key))?.facts;
    const facts = await ask();
    const row = facts === undefined
      ? { facts: null, until_ms: clock.now() + RETRY_MS }
      : { facts: JSON.stringify(facts), until_ms: clock.now() + KEPT_MS };
    await db.updateTable("members_source_facts").set(row).where("key", "=", key)
      .where("facts", "=", ASKING).execute();
    return facts;
  };
  return (mayAsk = () => Promise.resolve(true)) => async ({ source, e164 }, ask) => {
    const key = sha256Hex(`${source} ${e164}`);
    const kept = running.has(key) ? undefined : await readAnswered(key);
    if (kept !== undefined) return kept.facts;
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
