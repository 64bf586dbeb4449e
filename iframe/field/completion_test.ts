/** When the check digit of a typed number may be reported: never while more digits can follow. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { type Clock, install } from "@sinonjs/fake-timers";
import { Completion } from "./completion.ts";

describe("a typed number", () => {
  let clock: Clock;
  beforeEach(() => clock = install({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => clock.uninstall());

  /** Types digit by digit, 200 ms apart. `opened` lists the lengths at which no verdict was possible. */
  function typing(number: string, inputType = "insertText") {
    let digits = "";
    const completed: number[] = [];
    const completion = new Completion(() => digits, () => completed.push(digits.length));
    const opened: number[] = [];
    for (const digit of number) {
      clock.tick(200);
      digits += digit;
      completion.typed(inputType);
      if (completion.isOpen()) opened.push(digits.length);
    }
    return { completion, completed, opened };
  }
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it("SECURITY X1, S-BRAND-04, S-BRAND-06, S-BRAND-07, S-BRAND-08: a card of 17 to 19 digits gets no verdict at 16 while it is typed", () => {
    const networks = [["4", 13], ["6011", 16], ["3528", 16], ["62", 16], ["56", 12], ["606282", 14], ["36", 14], [
      "99",
      12,
    ]];
    for (const [prefix, shortest] of networks) {
      for (const length of [17, 18, 19]) {
        const number = `${prefix}2345678901234567890`.slice(0, length);
        const { opened, completed, completion } = typing(number);
        assertEquals(opened, upTo(Number(shortest), Math.min(length, 18)), number);
        completion.left();
        clock.tick(1000);
        assertEquals([completed, completion.isOpen()], [length === 19 ? [] : [length], false], number);
      }
    }
  });
  it("is validated at its last digit when its network has a single length", () => {
    for (const [number, length] of [["5555555555554444", 16], ["378282246310005", 15]] as const) {
      assertEquals([typing(number).opened, number.length], [[], length]);
    }
  });
  it("is validated half a second after the last digit of its usual length, and at no other length", () => {
    const usual = typing("4242424242424242");
    clock.tick(499);
    assertEquals([usual.completed, usual.completion.isOpen()], [[], true]);
    clock.tick(1);
    assertEquals([usual.completed, usual.completion.isOpen()], [[16], false]);
    const long = typing("42424242424242424");
    clock.tick(60_000);
    assertEquals([long.completed, long.completion.isOpen()], [[], true]);
  });
  it("SECURITY X1: is validated a second after the shopper left it, or at once by Enter", () => {
    const left = typing("4242424242424");
    left.completion.left();
    clock.tick(999);
    assertEquals(left.completed, []);
    clock.tick(1);
    assertEquals(left.completed, [13]);
    const entered = typing("4242424242424");
    entered.completion.done();
    entered.completion.done();
    assertEquals(entered.completed, [13]);
  });
  it("SECURITY X1: is not validated when the shopper returns within that second", () => {
    const { completion, completed } = typing("4242424242424");
    completion.left();
    clock.tick(999);
    completion.entered();
    clock.tick(60_000);
    assertEquals(completed, []);
  });
  it("is complete when it was pasted, dropped or filled in", () => {
    for (const inputType of ["", "insertFromPaste", "insertFromDrop", "insertReplacementText"]) {
      const { opened, completed } = typing("42424242424242424", inputType);
      clock.tick(60_000);
      assertEquals([opened, completed], [[], []], inputType);
    }
  });
  it("answers a query about it after its validation, or at once when no timer is pending", async () => {
    const answered: string[] = [];
    const ask = (name: string, { completion }: ReturnType<typeof typing>) =>
      completion.quiet().then(() => answered.push(`${name} ${completion.isOpen() ? "open" : "judged"}`));
    ask("usual", typing("4242424242424242"));
    await clock.tickAsync(499);
    assertEquals(answered, []);
    await clock.tickAsync(1);
    assertEquals(answered, ["usual judged"]);
    ask("whole", typing("5555555555554444"));
    const longer = typing("42424242424242424");
    ask("longer", longer);
    await clock.tickAsync(0);
    assertEquals(answered.slice(1), ["whole judged", "longer open"]);
    longer.completion.left();
    ask("left", longer);
    await clock.tickAsync(999);
    assertEquals([answered.length, longer.completion.isComing()], [3, true]);
    await clock.tickAsync(1);
    assertEquals([answered.slice(3), longer.completion.isComing()], [["left judged"], false]);
  });
});
