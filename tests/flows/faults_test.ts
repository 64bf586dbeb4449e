/** Every fault at every step of the purchase, one test each: no typed value is lost, no product is bought twice. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Page } from "puppeteer";
import { eventually } from "../support/eventually.ts";
import { appFixture } from "../support/app/app_fixture.ts";
import { atStep, BLOCK_STORAGE, chargesOf, type NetworkFault, type Visit } from "../support/app/fault_fixture.ts";
import { signIn, type Step, STEPS } from "./fault_steps.ts";

interface Fault {
  readonly name: string;
  /** Why a step cannot have this fault; undefined: the fault applies. */
  readonly impossible: (step: Step) => string | undefined;
  /** The fault applies to calls, so it must hit at least one. */
  readonly isOfCalls?: boolean;
  readonly live: (step: Step, visit: Visit) => Promise<void>;
}

const noCalls = ({ calls }: Step) => calls === undefined ? "it makes no call" : undefined;

/**
 * The call fails, and the page says so and keeps what the shopper typed. Then the connection returns and the shopper
 * continues.
 */
function failing(fault: NetworkFault): Fault["live"] {
  return async (step, visit) => {
    const rule = { calls: step.calls ?? /./, fault };
    // A step that makes calls on opening is opened during the fault.
    if (opensByItself(step)) {
      visit.fault(rule);
      await visit.page.reload();
    }
    await step.fill?.(visit);
    const typed = await step.typed?.(visit.page);
    visit.fault(rule);
    await step.press(visit);
    await visit.shopper.readUntil(step.says ?? /./);
    assertEquals(await step.typed?.(visit.page), typed);
    visit.fault(undefined);
    await visit.page.evaluate("dispatchEvent(new Event('online'))");
    await (step.again ?? step.press)(visit);
    await step.done(visit);
  };
}

const opensByItself = ({ name }: Step) => name === "scan" || name === "payment form" || name === "report";

const FAULTS: readonly Fault[] = [
  { name: "lost connection", impossible: noCalls, isOfCalls: true, live: failing("lost") },
  { name: "lost answer", impossible: noCalls, isOfCalls: true, live: failing("answer lost") },
  { name: "broken answers", impossible: noCalls, isOfCalls: true, live: failing("500") },
  {
    name: "slow answers",
    impossible: noCalls,
    isOfCalls: true,
    live: async (step, visit) => {
      visit.fault({ calls: step.calls ?? /./, fault: "slow" });
      if (opensByItself(step)) await visit.page.reload();
      await step.fill?.(visit);
      await step.press(visit);
      await step.done(visit);
    },
  },
  {
    name: "a part that never comes",
    isOfCalls: true,
    impossible: ({ part }) => part !== undefined ? undefined : "it needs no part of the app beyond its page",
    live: async (step, visit) => {
      const { shopper, page } = visit;
      if (step.withoutPart !== undefined) {
        visit.fault({ calls: step.part ?? /./, fault: "hangs" });
        await step.withoutPart(visit);
        return void await step.done(visit);
      }
      if (!step.isPartOfOpening) await step.fill?.(visit);
      const undo = await visit.shortenLimit();
      // Files in the browser's cache would load in spite of the fault.
      await page.setCacheEnabled(false);
      visit.fault({ calls: step.part ?? /./, fault: "hangs" });
      if (step.isPartOfOpening) await page.reload();
      else await step.press(visit);
      await step.waitsForPart?.(visit);
      // The limit is two minutes (W-LIMIT-01).
      await shopper.readUntil(/Something went wrong|couldn't load|Part of this page didn't load/);
      visit.fault(undefined);
      await undo();
      const again = await page.$(`xpath/.//button[normalize-space()="Reload page"]`);
      if (again === null) await page.reload();
      else await Promise.all([page.waitForNavigation(), again.click()]);
      if (step.isPartOfOpening) {
        await step.fill?.(visit);
        await step.press(visit);
      }
      await step.done(visit);
    },
  },
  {
    name: "blocked storage",
    impossible: () => undefined,
    live: async (step, visit) => {
      await (step.stands ?? step.fill)?.(visit);
      await visit.page.evaluate(BLOCK_STORAGE);
      await (step.enter ?? step.press)(visit);
      await step.done(visit);
    },
  },
  {
    name: "back and forward",
    impossible: () => undefined,
    live: async (step, visit) => {
      const { page } = visit;
      const isCardTyped = step.name === "authorize" || step.name === "create";
      if (!isCardTyped) await step.fill?.(visit);
      const typed = await step.typed?.(page);
      await backAndForward(page);
      if (isChallenged(step)) {
        await openCheckAgain(visit);
      } else if (!opensByItself(step) && !isCardTyped) {
        await page.waitForFunction("document.querySelector('main') !== null");
        await untilSame(() => step.typed?.(page), typed);
      }
      // The browser never stores a card, so the shopper types it again.
      if (isCardTyped || step.name === "plan") await step.fill?.(visit);
      await step.press(visit);
      await step.done(visit);
    },
  },
  {
    name: "reload",
    impossible: () => undefined,
    live: async (step, visit) => {
      await step.fill?.(visit);
      const typed = await step.typed?.(visit.page);
      await visit.page.reload();
      if (isChallenged(step)) await openCheckAgain(visit);
      else if (step.name === "authorize" || step.name === "create") await step.fill?.(visit);
      else await untilSame(() => step.typed?.(visit.page), typed);
      await step.press(visit);
      await step.done(visit);
    },
  },
  {
    name: "two tabs",
    impossible: () => undefined,
    live: async (step, visit) => {
      const other = await visit.tab();
      await step.fill?.(visit);
      await step.fill?.(other);
      // Two windows never sign in at the same moment.
      if (step.press === signIn) { for (const each of [visit, other]) await step.press(each); }
      else await Promise.all([step.press(visit), step.press(other)]);
      // One tab completed the step. The other completed it too, or says why it did not.
      await Promise.any([step.done(visit), step.done(other)]);
      await Promise.all([settled(visit), settled(other)]);
    },
  },
  {
    name: "double click",
    impossible: ({ name }) =>
      name === "scan" || name === "payment form" || name === "report" ? "nothing is pressed" : undefined,
    live: async (step, visit) => {
      await step.fill?.(visit);
      await visit.page.evaluate(`addEventListener("click", (event) => {
        if (!event.isTrusted || window.again) return;
        window.again = true;
        event.target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
      })`);
      await step.press(visit);
      await step.done(visit);
    },
  },
];

const isChallenged = ({ name }: Step) => name === "issuer's challenge";

/** A hidden page still shows the challenge; a new page opens it on request. The shopper can leave and enter both. */
async function openCheckAgain({ page, shopper }: Visit): Promise<void> {
  await page.waitForSelector("#payrails-popup, [data-testid=open-check]", { visible: true });
  // Puppeteer loses the frames of a page that is restored from the back/forward cache.
  await (await page.$("#payrails-popup-cancel-button"))?.click();
  await shopper.tap("open-check");
}

/** Goes back and forward as the browser's buttons do. A page restored from the cache fires no load event. */
async function backAndForward(page: Page): Promise<void> {
  const here = page.url();
  const go = async (direction: "back" | "forward", isThere: () => boolean) => {
    // The page may navigate before it can answer.
    await page.evaluate(`setTimeout(() => history.${direction}())`).catch(() => undefined);
    await eventually(isThere, () => `${direction} ended at ${page.url()}`);
    await page.waitForFunction("document.readyState === 'complete'");
  };
  await go("back", () => page.url() !== here);
  await go("forward", () => page.url() === here);
}

/** Waits until the page has no payment in progress. */
async function settled({ page }: Visit): Promise<void> {
  await page.waitForFunction(
    "!['paying', 'confirming'].includes(document.querySelector('[data-phase]')?.dataset.phase)",
  );
}

async function untilSame(read: () => Promise<unknown> | undefined, expected: unknown): Promise<void> {
  let seen: unknown;
  await eventually(async () => {
    seen = await Promise.resolve(read()).catch((error: unknown) => String(error));
    return JSON.stringify(seen) === JSON.stringify(expected);
  }, () => ({ seen, expected }));
}

const IS_LONG = Deno.env.get("TEST_LONG") === "1";
/** Steps with a charge get two faults in the short form, every other step gets one. */
const CHARGING: readonly string[] = ["authorize", "create", "offers"];
/** Runs only the cells whose name matches: TEST_CELLS="offers, two tabs". */
const WANTED = Deno.env.get("TEST_CELLS");

describe("faults", () => {
  const fixture = appFixture();

  if (!IS_LONG) {
    console.log("Each step meets a fault here, and each fault a step; deno task test:long lives every cell");
  }
  for (const [row, step] of STEPS.entries()) {
    for (const [column, fault] of FAULTS.entries()) {
      const cell = `${step.name}, ${fault.name}`;
      const reason = fault.impossible(step);
      if (reason !== undefined) {
        console.log(`No test of "${fault.name}" at "${step.name}": ${reason}`);
        continue;
      }
      const isLived = IS_LONG || (row + column) % (CHARGING.includes(step.name) ? 5 : FAULTS.length) === 0;
      if (WANTED !== undefined ? !new RegExp(WANTED).test(cell) : !isLived) continue;
      it(`${cell}: nothing typed is lost, nothing is bought twice`, () =>
        atStep(fixture, step, async (visit) => {
          await fault.live(step, visit);
          assert(!fault.isOfCalls || visit.met() > 0, "Nothing met the fault");
          assertEquals(await chargesOf(fixture, visit.email), step.charges);
        }));
    }
  }
});
