/// <reference lib="dom" />
/** Clicks of puppeteer that meet their element on a busy machine, where a page is still being built. */
import { ElementHandle } from "puppeteer";

const STILL_MS = 50;
const STILL_LOOKS = 40;
const CLICKS = 5;

/** The place of an element, once it has kept it and is visible: a page that grows pushes it away. */
const clickablePoint = ElementHandle.prototype.clickablePoint;
ElementHandle.prototype.clickablePoint = async function (offset) {
  let before = { x: NaN, y: NaN };
  for (let looks = 1;; looks++) {
    const isLast = looks === STILL_LOOKS;
    const seen = await Reflect.apply(clickablePoint, this, [offset]).catch((error: unknown) => {
      if (isLast) throw error;
    });
    if (seen !== undefined && (isLast || (seen.x === before.x && seen.y === before.y))) return seen;
    // Fails when the element has left the page.
    if (seen === undefined) await this.scrollIntoView();
    before = seen ?? before;
    await new Promise((resolve) => setTimeout(resolve, STILL_MS));
  }
};

/**
 * An element can also move between the look at it and the press, or before the release, which then makes no click. What
 * is pressed or released beside it in the same frame has no effect, and the click is repeated.
 */
const click = ElementHandle.prototype.click;
ElementHandle.prototype.click = async function (options) {
  for (let clicks = 1; clicks < CLICKS && options?.offset === undefined; clicks++) {
    const press = await this.evaluateHandle(watchPress);
    let isMissed = false;
    try {
      await Reflect.apply(click, this, [options]);
    } finally {
      // What was clicked may have replaced the page.
      isMissed = await press.evaluate(({ end }) => end()).catch(() => false);
      await press.dispose().catch(() => undefined);
    }
    if (!isMissed) return;
  }
  await Reflect.apply(click, this, [options]);
};

/** Runs in the page. An element that something covers is not missed: the press lies within its bounds. */
function watchPress(element: Element) {
  const TOLERANCE_PX = 2;
  const TYPES = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
  let isMissed = false;
  const guard = (event: Event) => {
    if (!(event instanceof MouseEvent) || !event.isTrusted || !element.isConnected) return;
    if (!isMissed && (event.type === "pointerdown" || event.type === "pointerup")) {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const [fromLeft, fromTop] = [event.clientX - left, event.clientY - top];
      const [toRight, toBottom] = [right - event.clientX, bottom - event.clientY];
      isMissed = Math.min(fromLeft, fromTop, toRight, toBottom) < -TOLERANCE_PX;
    }
    if (!isMissed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of TYPES) addEventListener(type, guard, true);
  return {
    end: () => {
      for (const type of TYPES) removeEventListener(type, guard, true);
      return isMissed;
    },
  };
}
