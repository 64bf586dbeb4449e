/**
 * Small programs written for the published 5.45.0: with both packages they compile, and in a browser they get the same
 * callbacks in the same order with the same payloads. Where they differ, program_rows.ts says why.
 */
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import {
  closeMerchantFixture,
  type MerchantFixture,
  openMerchantFixture,
} from "../../support/merchant/merchant_fixture.ts";
import { payByCard } from "../../support/payments/pay_by_card.ts";
import { type Note, openProgramShop, type Package, type ProgramShop } from "../../support/programs/program_shop.ts";
import { errorsOf, PACKAGES, ROOT } from "../../support/programs/compile.ts";
import { type ProgramRow, ROWS } from "./program_rows.ts";

/** Programs mostly wait for polls, so several run at once. */
const LANES = 8;

/** How often a change or a focus is reported depends on the keys; for these, each call counts. */
const COUNTED: readonly string[] = ["onFailed", "onStateChanged", "onPaymentSessionExpired", "onSuccess"];

describe("programs written for the published 5.45.0", () => {
  let fixture: Partial<MerchantFixture> = {};
  let shop: ProgramShop | undefined;
  const results = new Map<string, Promise<readonly Note[]>>();
  before(async () => {
    const opened = fixture = await openMerchantFixture();
    shop = openProgramShop(opened);
    const lane = inLanes(LANES);
    for (const row of ROWS) {
      for (const which of ["ours", "published"] as const) {
        const result = lane(() => run(row, which));
        result.catch(() => {});
        results.set(`${which} ${row.name}`, result);
      }
    }
  });
  after(async () => {
    await Promise.allSettled(results.values());
    await shop?.close();
    await closeMerchantFixture(fixture);
  });

  async function run(row: ProgramRow, which: Package): Promise<readonly Note[]> {
    const { merchant } = fixture;
    assert(merchant !== undefined && shop !== undefined);
    const holderReference = crypto.randomUUID();
    if (row.hasCard) {
      const initResponse = await merchant.init({ holderReference });
      await payByCard({ initResponse, card: { cardNumber: "4242424242424242" }, storeInstrument: true });
    }
    const notes = await shop.run(which, { ...row, init: await merchant.init({ holderReference }) });
    return notes.filter(([name], index) => name !== notes[index + 1]?.[0] || COUNTED.includes(name));
  }

  for (const [which, types] of Object.entries(PACKAGES)) {
    it(`compile with the ${which} package`, () => {
      const files = [...new Set(ROWS.map(({ file }) => `${ROOT}tests/contract/sdk/programs/${file}.ts`))];
      assertEquals(errorsOf(files, types), []);
    });
  }

  it("are at least twenty, each in one row, and a difference has a reason", async () => {
    const names = ROWS.map(({ name }) => name);
    assert(new Set(names).size === names.length && names.length >= 20, String(names.length));
    const written = await Promise.all([...new Set(ROWS.map(({ file }) => file))].map((file) => namesIn(file)));
    assertEquals(written.flat().toSorted(), names.toSorted());
  });

  for (const row of ROWS) {
    it(`${row.name}: ${row.differs?.why ?? "callbacks, order and payloads are equal"}`, async () => {
      const [ours = [], published = []] = await Promise.all(
        ["ours", "published"].map((which) => results.get(`${which} ${row.name}`)),
      );
      const wanted = row.differs ?? { ours: published, published };
      assertHolds(published, wanted.published);
      assertHolds(ours, wanted.ours);
    });
  }
});

/** Starts at most so many at once; the others wait for their turn. */
function inLanes(count: number): <T>(start: () => Promise<T>) => Promise<T> {
  const free: Promise<unknown>[] = Array.from({ length: count }, () => Promise.resolve());
  let turn = 0;
  return (start) => {
    const lane = turn++ % count;
    const running = (free[lane] ?? Promise.resolve()).then(start);
    free[lane] = running.catch(() => {});
    return running;
  };
}

async function namesIn(file: string): Promise<readonly string[]> {
  const text = await Deno.readTextFile(`${ROOT}tests/contract/sdk/programs/${file}.ts`);
  return [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = ""]) => name);
}

/** The same names in the same order, each with at least the wanted payload; ids and times differ by nature. */
function assertHolds(notes: readonly Note[], wanted: readonly Note[]): void {
  const plain = (list: readonly Note[]) => list.map((note) => asPlain(normalized(note)));
  const [given, expected] = [plain(notes), plain(wanted)];
  assertEquals(given.map(([name]) => name), expected.map(([name]) => name));
  assertEquals(given.map((note, index) => common(note, expected[index])), expected.map((note) => common(note, note)));
}

function normalized(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "id"));
}

/** What of `whole` is in `part`, too; nothing where the part says nothing. */
function common(whole: unknown, part: unknown): unknown {
  if (part === undefined || part === null) return undefined;
  if (Array.isArray(part)) return part.map((each, index) => common(Array.isArray(whole) ? whole[index] : whole, each));
  if (typeof part !== "object") return whole;
  const source = Object(whole);
  const kept = Object.entries(part).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept.map(([name, value]) => [name, common(source[name], value)]));
}

function asPlain(value: unknown): Note {
  return value as Note;
}
