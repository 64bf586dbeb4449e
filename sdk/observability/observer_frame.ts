/**
 * The observability frame of 1 px. Its address names version and package; it receives log events as messages (S-OBS-01,
 * S-OBS-02).
 */
import type { LogEvent } from "../log/logger.ts";
import { rememberVersion } from "../session/remember_version.ts";
import { CLIENT_VERSION } from "../version.ts";

const PACKAGE_NAME = "@payrails/web-sdk";

export interface ObserverFrame {
  /** Sends the queued events once the frame has loaded. */
  readonly post: () => void;
  readonly close: () => void;
}

export function openObserverFrame(origin: string, waiting: LogEvent[]): ObserverFrame {
  rememberVersion();
  const iframe = createIframe(origin);
  let isLoaded = false;
  const post = () => {
    if (!isLoaded) return;
    for (const event of waiting.splice(0)) {
      iframe.contentWindow?.postMessage({ type: "trustcheck:log", ...event }, origin);
    }
  };
  iframe.addEventListener("load", () => {
    isLoaded = true;
    post();
  });
  document.body.append(iframe);
  return { post, close: () => iframe.remove() };
}

export function observerUrl(origin: string): string {
  const url = new URL("/observability/5/", origin);
  url.searchParams.set("version", CLIENT_VERSION);
  url.searchParams.set("packageName", PACKAGE_NAME);
  return url.href;
}

function createIframe(origin: string): HTMLIFrameElement {
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
