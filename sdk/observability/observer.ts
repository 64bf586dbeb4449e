/** The observability frame: 1 px, its address names version and package; log events go to it as messages and no further. */
import type { Bus, LogEvent } from "../log/logger.ts";
import { rememberVersion } from "../session/remember_version.ts";
import { CLIENT_VERSION } from "../version.ts";

const PACKAGE_NAME = "@payrails/web-sdk";
const MAX_WAITING = 100;
/** Nothing a shopper waits for is loaded later than this after the fields can be used. */
const SETTLED_MS = 500;

export interface Observer {
  readonly bus: Bus;
  /** After READY: the frame loads when the page has settled, once. */
  readonly begin: () => void;
  readonly stop: () => void;
}

/** With telemetry off there is no frame and no bus. */
export function createObserver(origin: string, isEnabled: boolean): Observer {
  if (!isEnabled) return { bus: () => {}, begin: () => {}, stop: () => {} };
  const waiting: LogEvent[] = [];
  let iframe: HTMLIFrameElement | undefined;
  let isLoaded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const post = (event: LogEvent) => iframe?.contentWindow?.postMessage({ type: "trustcheck:log", ...event }, origin);
  return {
    bus: (event) => {
      if (isLoaded) post(event);
      else if (waiting.length < MAX_WAITING) waiting.push(event);
    },
    begin: () => {
      timer ??= setTimeout(() => {
        rememberVersion();
        iframe = createObserverFrame(origin);
        iframe.addEventListener("load", () => {
          isLoaded = true;
          for (const event of waiting.splice(0)) post(event);
        });
        document.body.append(iframe);
      }, SETTLED_MS);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      isLoaded = false;
      iframe?.remove();
      iframe = undefined;
    },
  };
}

export function observerUrl(origin: string): string {
  const url = new URL("/observability/5/", origin);
  url.searchParams.set("version", CLIENT_VERSION);
  url.searchParams.set("packageName", PACKAGE_NAME);
  return url.href;
}

function createObserverFrame(origin: string): HTMLIFrameElement {
  const iframe = document.createElement("iframe");
  iframe.id = "sdk-observer";
  iframe.setAttribute("aria-hidden", "true");
  iframe.setAttribute("sandbox", "allow-scripts allow-same-origin");
  iframe.tabIndex = -1;
  iframe.referrerPolicy = "no-referrer";
  iframe.style.cssText = "position:absolute;width:1px;height:1px;border:0;opacity:0";
  iframe.src = observerUrl(origin);
  return iframe;
}
