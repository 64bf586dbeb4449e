/** The limit of free checks, which all servers of one database share. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { openDatabase } from "../../db/open.ts";
import { createClock } from "../../platform/clock.ts";
import { createFreeCheckLimiter, FREE_CHECKS_PER_HOUR, type FreeCheckLimiter } from "./free_checks.ts";

const wait = async (limiter: FreeCheckLimiter, text: string, { ip = "1.1.1.1", country = "" } = {}) =>
  (await limiter.take(ip, { text, country })).waitS;

onBothEngines("free checks", (place) => {
  it("allow five different numbers an hour per address, on two servers as on one, and the same number any number of times", async () => {
    const clock = createClock(() => 1_000_000_000);
    const db = await openDatabase(place());
    const other = place().kind === "postgres" ? await openDatabase(place()) : db;
    try {
      const [first, second] = [createFreeCheckLimiter({ db, clock }), createFreeCheckLimiter({ db: other, clock })];
      const numbers = Array.from({ length: 2 * FREE_CHECKS_PER_HOUR }, (_, at) => `+1650253000${at}`);
      const waits: number[] = [];
      for (const [at, number] of numbers.entries()) waits.push(await wait(at % 2 ? first : second, number));
      assertEquals(waits.filter((wait) => wait === 0).length, FREE_CHECKS_PER_HOUR);
      assertEquals(waits.at(-1), 3_600);
      assertEquals(await wait(first, "+1 (650) 253-0000"), 0);
      assertEquals(await wait(second, "+16502539999", { ip: "2.2.2.2" }), 0);
      assert(await wait(second, "+16502530009") > 0);
      clock.advance(3_600_000);
      assertEquals(await wait(second, "+16502530009"), 0);
    } finally {
      await db.destroy();
      if (other !== db) await other.destroy();
    }
  });

  it("that failed are given back on every server, once", async () => {
    const clock = createClock(() => 2_000_000_000);
    const db = await openDatabase(place());
    try {
      const limiter = createFreeCheckLimiter({ db, clock });
      for (let round = 0; round < 3 * FREE_CHECKS_PER_HOUR; round++) {
        const { waitS, giveBack } = await limiter.take("1.1.1.1", { text: `+${round}`, country: "" });
        assertEquals(waitS, 0);
        await giveBack(true);
        await giveBack(true);
      }
      for (let round = 0; round < FREE_CHECKS_PER_HOUR; round++) assertEquals(await wait(limiter, `+1${round}`), 0);
      assert(await wait(limiter, "+99") > 0);
    } finally {
      await db.destroy();
    }
  });

  it("SECURITY E5: that failed sixty times in ten minutes are refused, and none leaves a row of its own", async () => {
    const clock = createClock(() => 6_000_000_000);
    const db = await openDatabase(place());
    try {
      const limiter = createFreeCheckLimiter({ db, clock });
      const rows = async () =>
        Number(
          (await db.selectFrom("app_limits").select((eb) => eb.fn.countAll().as("many"))
            .executeTakeFirstOrThrow()).many,
        );
      const before = await rows();
      for (let at = 0; at < 60; at++) {
        const { waitS, giveBack } = await limiter.take("6.6.6.6", { text: `x${at}`, country: "" });
        assertEquals(waitS, 0);
        await giveBack(true);
      }
      assertEquals(await rows() - before, 1);
      const refused = await limiter.take("6.6.6.6", { text: "x60", country: "" });
      assertEquals([refused.waitS, refused.areUsedUp], [600, false]);
      assertEquals(await wait(limiter, "x60", { ip: "7.7.7.7" }), 0);
      clock.advance(600_000);
      // What fails by our own fault is not limited.
      for (let at = 0; at < 61; at++) {
        const { waitS, giveBack } = await limiter.take("6.6.6.6", { text: `+165025310${at}`, country: "" });
        assertEquals(waitS, 0);
        await giveBack(false);
      }
      assertEquals(await wait(limiter, "+16502530000", { ip: "6.6.6.6" }), 0);
    } finally {
      await db.destroy();
    }
  });

  it("count numbers however they are written, in the digits of any script and with the country they are read in", async () => {
    const clock = createClock(() => 3_000_000_000);
    const db = await openDatabase(place());
    try {
      const limiter = createFreeCheckLimiter({ db, clock });
      const inScript = (zero: number, text: string) =>
        text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
      const [wide, arabic] = [inScript(0xff10, "+16502530000"), inScript(0x660, "+16502530001")];
      assertEquals([await wait(limiter, wide), await wait(limiter, arabic)], [0, 0]);
      assertEquals(await wait(limiter, "+16502530002"), 0);
      assertEquals([
        await wait(limiter, "0301234567", { country: "DE" }),
        await wait(limiter, "06 1234 5678", { country: "IT" }),
      ], [0, 0]);
      for (const known of ["+1 650 253 0000", "+16502530001", "+49 30 1234567"]) {
        assertEquals(await wait(limiter, known), 0, known);
      }
      // The digits of the German number are another number in Italy.
      for (const [text, country] of [[inScript(0xff10, "+16502530003"), ""], ["0301234567", "IT"]] as const) {
        assert(await wait(limiter, text, { country }) > 0, text);
      }
    } finally {
      await db.destroy();
    }
  });

  it("that failed give back no check of the same digits that succeeded", async () => {
    const clock = createClock(() => 4_000_000_000);
    const db = await openDatabase(place());
    try {
      const limiter = createFreeCheckLimiter({ db, clock });
      for (let at = 0; at < FREE_CHECKS_PER_HOUR; at++) {
        assertEquals(await wait(limiter, `650253100${at}`, { country: "US" }), 0);
        for (const country of ["US", ""]) {
          await (await limiter.take("1.1.1.1", { text: `650253100${at}`, country })).giveBack(true);
        }
      }
      assert(await wait(limiter, "6502531009", { country: "US" }) > 0);
    } finally {
      await db.destroy();
    }
  });

  it("let an address repeat a number sixty times in ten minutes", async () => {
    const clock = createClock(() => 5_000_000_000);
    const db = await openDatabase(place());
    try {
      const limiter = createFreeCheckLimiter({ db, clock });
      assertEquals(await wait(limiter, "+16502530000"), 0);
      for (let at = 0; at < 60; at++) assertEquals(await wait(limiter, "+16502530000"), 0);
      const refused = await limiter.take("1.1.1.1", { text: "+16502530000", country: "" });
      assertEquals([refused.waitS, refused.areUsedUp], [600, false]);
      assertEquals(await wait(limiter, "+16502530001"), 0);
      assertEquals(await wait(limiter, "+16502530000", { ip: "2.2.2.2" }), 0);
      clock.advance(600_000);
      assertEquals(await wait(limiter, "+16502530000"), 0);
    } finally {
      await db.destroy();
    }
  });
});
