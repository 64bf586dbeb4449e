/** Checks of the page and the device that need no session. */
import { type Finding, within } from "./findings.ts";

const ELEMENTS = ".payrails-card-form, .payrails-button, .payrails-dropin";
/** Set by the style sheet on each element, and by no option. */
const STYLES_MARK = "--payrails-field-border";
const FRAMES = 'iframe[src*="/card/5/"]';
/** Tokens and signatures of wallets tolerate less than a minute; a server's own clock may be off by a few seconds. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

export async function checkPage(): Promise<readonly Finding[]> {
  const found = [checkHttps(), checkCookies(), checkStorage(), checkStyles(), ...checkFrames(), await checkClock()];
  return found.filter((finding) => finding !== undefined);
}

function checkHttps(): Finding | undefined {
  if (globalThis.isSecureContext) return undefined;
  return {
    check: "https",
    cause: "The page is not served over https, so that the browser cannot encrypt a card.",
    fix: "Serve the page over https; for development, localhost will do.",
  };
}

function checkCookies(): Finding | undefined {
  if (navigator.cookieEnabled) return undefined;
  return {
    check: "cookies",
    cause: "The browser refuses cookies, which issuer pages and hosted payment pages need.",
    fix: "Ask the shopper to allow cookies, or to pay in another browser.",
  };
}

/** Browsers that block cookies for a site block its storage, too, by throwing. */
function checkStorage(): Finding | undefined {
  try {
    sessionStorage.getItem("");
    return undefined;
  } catch {
    return {
      check: "cookies",
      cause: "The browser blocks the page's storage, so that a payment cannot be resumed after a redirect.",
      fix: "Allow cookies and site data for the page, and serve it outside of sandboxed frames.",
    };
  }
}

function checkStyles(): Finding | undefined {
  const element = document.querySelector(ELEMENTS);
  if (element === null || getComputedStyle(element).getPropertyValue(STYLES_MARK) !== "") return undefined;
  return {
    check: "stylesheet",
    cause: "The page has not loaded payrails-styles.css.",
    fix: "Link payrails-styles.css, or import @payrails/web-sdk/payrails-styles.css.",
  };
}

/** Card frames that are in the page but cannot be seen. A container's controller is hidden on purpose. */
function checkFrames(): readonly Finding[] {
  const frames = [...document.querySelectorAll<HTMLIFrameElement>(FRAMES)];
  return frames.filter((frame) => frame.name.startsWith(encodeURIComponent("element:")) && !isVisible(frame)).map((
    frame,
  ) => ({
    check: "frame",
    cause: `The card frame in ${placeOf(frame)} is blank, because the page hides it or gives it no size.`,
    fix: "Show the element that it is mounted into: look for display, visibility, width and height around it.",
  }));
}

function isVisible(frame: HTMLIFrameElement): boolean {
  const { width, height } = frame.getBoundingClientRect();
  return width > 1 && height > 1 && getComputedStyle(frame).visibility === "visible";
}

function placeOf(frame: HTMLIFrameElement): string {
  const place = (frame.closest(ELEMENTS)?.parentElement ?? frame).closest("[id]");
  return place === null ? "the page" : `#${place.id}`;
}

/** Compares the device's clock with that of the page's own server. */
async function checkClock(): Promise<Finding | undefined> {
  const asked = fetch(location.href, { method: "HEAD", cache: "no-store" });
  const date = await within(asked.then(({ headers }) => headers.get("date"), () => null), null);
  const differenceMs = date === null ? 0 : Date.now() - Date.parse(date);
  if (Math.abs(differenceMs) < MAX_CLOCK_DIFFERENCE_MS) return undefined;
  const minutes = Math.round(Math.abs(differenceMs) / MAX_CLOCK_DIFFERENCE_MS);
  return {
    check: "clock",
    cause: `The device's clock is ${minutes} min ${differenceMs > 0 ? "ahead of" : "behind"} the page's server.`,
    fix: "Set the device's clock by the network; wrong clocks make tokens look expired and cards look out of date.",
  };
}
