/** When a number was checked, by the visitor's clock: the dates of these tests are local ones. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { checkDate, checkDay, checkTime } from "./check_times.ts";

const local = (...parts: [year: number, month: number, day: number, hour: number, minute: number]) => {
  const [year, month, ...rest] = parts;
  return new Date(year, month - 1, ...rest);
};
const said = (text: string) => text.replaceAll("\u00a0", " ");

describe("the time of a check", () => {
  it("is a day of the visitor's clock, without the year in the current one", () => {
    const now = local(2026, 11, 28, 0, 30).getTime();
    const day = (...parts: Parameters<typeof local>) => said(checkDay(local(...parts).toISOString(), now));
    assertEquals(day(2026, 11, 28, 0, 1), "Today");
    assertEquals(day(2026, 11, 27, 23, 59), "Yesterday");
    assertEquals(day(2026, 11, 27, 0, 0), "Yesterday");
    assertEquals(day(2026, 11, 26, 23, 59), "Nov 26");
    assertEquals(day(2025, 11, 28, 12, 0), "Nov 28, 2025");
  });

  it("has its whole date and its hour in one line each", () => {
    const at = local(2026, 10, 2, 14, 5).toISOString();
    assertEquals([checkDate(at), checkTime(at)], ["Oct\u00a02,\u00a02026", "2:05\u00a0PM"]);
  });
});
