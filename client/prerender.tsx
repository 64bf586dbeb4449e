/** Renders the first screen to HTML at build time, for an unknown visitor. */
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { App } from "./app/App.tsx";
import { provideSite } from "./lib/browser/site.ts";

export { LANGUAGE } from "./i18n/language.ts";
export { SHELL_TEXTS } from "./i18n/shell_texts.ts";

export function renderFirstScreen(base: string, asksConsent: boolean): string {
  provideSite({
    base,
    version: "",
    builtAt: "",
    environment: "production",
    frameOrigin: "",
    identity: { mode: "embedded", projectId: "" },
    sentryDsn: "",
    applePay: false,
    pixelId: "",
    adTagId: "",
    // Any sink is a reason to ask for consent.
    funnelEvents: asksConsent,
    inAppBrowserExits: {},
    demo: false,
    passkeyOrigin: "",
    registry: true,
  });
  return renderToString(
    <App
      search=""
      router={({ children }) => <StaticRouter basename={`${base}/`} location={`${base}/`}>{children}</StaticRouter>}
    />,
  );
}
