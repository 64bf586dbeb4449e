/** Renders the screens of SENT_SCREENS to HTML at build time, for an unknown visitor. */
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { App } from "./app/App.tsx";
import { provideSite } from "./lib/browser/site.ts";

export { LANGUAGE } from "./i18n/language.ts";
export { SENT_SCREENS } from "../server/wire/site/screens/sent_screens.ts";
export { SHELL_TEXTS } from "./i18n/shell_texts.ts";

/** `address` is below the base. */
export async function renderScreen(base: string, address: string, asksConsent: boolean): Promise<string> {
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
    contactEmail: "",
    passkeyOrigin: "",
    registry: "sample",
  });
  const { prelude } = await prerender(
    <App
      router={({ children }) => <StaticRouter basename={`${base}/`} location={base + address}>{children}</StaticRouter>}
    />,
    // A later part would come with a script, which our policy drops.
    {
      progressiveChunkSize: Infinity,
      onError: (error) => {
        throw error;
      },
    },
  );
  return await new Response(prelude).text();
}
