/**
 * The two pages that are compared, on separate hosts: a merchant's page with the card form, and the baseline, four
 * plain inputs in one static frame of another site. Each reports its figures by itself.
 */
import { freePort } from "../../../tests/support/ports.ts";

/** What a page needs to know of the product: its origins and the vault of the demo merchant. */
export interface Product {
  readonly origin: string;
  readonly frameOrigin: string;
  readonly vaultId: string;
}

export interface Pages {
  readonly baseline: string;
  readonly ours: string;
  /** A page that navigates to the given one once the browser has finished starting. */
  entrance(url: string): string;
  /** The next report of a page: milliseconds from its navigation until all four fields can be used. */
  nextReadyMs(): Promise<number>;
  close(): Promise<void>;
}

/** The browser's own start, which does not count towards a page's time. */
const BROWSER_START_MS = 2500;

const REPORT = `const report = () => {
  globalThis.__ready = performance.now();
  navigator.sendBeacon("/ready?ms=" + __ready);
};
const changed = () => (globalThis.__changes ??= []).push(performance.timeOrigin + performance.now());`;

const BASELINE_FRAME = `<!doctype html><meta charset="utf-8"><title>Baseline</title>
<input autocomplete="cc-number"><input><input><input>
<script>
  const [number] = document.querySelectorAll("input");
  number.addEventListener("input", () => {
    const digits = number.value.replace(/\\D/g, "");
    number.value = digits.replace(/(.{4})(?=.)/g, "$1 ");
    parent.postMessage("CHANGE", "*");
  });
  parent.postMessage("READY", "*");
</script>`;

function baselinePage(frameOrigin: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Baseline</title><div id="card"></div><script>${REPORT}
addEventListener("message", ({ origin, data }) => {
  if (origin !== "${frameOrigin}") return;
  if (data === "READY") report();
  if (data === "CHANGE") changed();
});
const frame = document.createElement("iframe");
frame.src = "${frameOrigin}/";
document.getElementById("card").append(frame);
</script>`;
}

/** With the two hints that the documentation tells merchants to set. */
function ourPage({ origin, frameOrigin, vaultId }: Product): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card form</title>
<link rel="modulepreload" crossorigin href="${origin}/sdk/5/vault.mjs"><link rel="preconnect" href="${frameOrigin}">
</head><body><div id="card"></div><script type="module">${REPORT}
import { init } from "${origin}/sdk/5/vault.mjs";
const client = init({ vaultID: "${vaultId}", vaultURL: "${frameOrigin}", getBearerToken: () => "" });
const container = client.container("COMPOSABLE", { layout: [1, 3] });
const types = ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"];
let waiting = types.length;
for (const type of types) {
  const element = container.create({ type });
  element.on("READY", () => {
    if (--waiting === 0) report();
  });
  if (type === "CARD_NUMBER") element.on("CHANGE", changed);
}
container.mount(document.getElementById("card"));
</script></body></html>`;
}

/** Serves both: pages on `localhost`, the baseline's frame on `127.0.0.1`, so that every frame is of another site. */
export function servePages(product: Product): Pages {
  const [port, framePort] = [freePort(), freePort()];
  const origin = `http://localhost:${port}`;
  const frameOrigin = `http://127.0.0.1:${framePort}`;
  const texts: Readonly<Record<string, string>> = { "/baseline": baselinePage(frameOrigin), "/ours": ourPage(product) };
  let next = Promise.withResolvers<number>();
  const pages = Deno.serve({ hostname: "localhost", port, onListen() {} }, (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/ready") {
      next.resolve(Number(searchParams.get("ms")));
      next = Promise.withResolvers<number>();
      return new Response(null, { status: 204 });
    }
    const to = searchParams.get("to");
    if (pathname === "/entrance") {
      return page(`<script>setTimeout(() => location.assign(${JSON.stringify(to)}), ${BROWSER_START_MS})</script>`);
    }
    return page(texts[pathname]);
  });
  const frames = Deno.serve(
    { hostname: "127.0.0.1", port: framePort, onListen() {} },
    (request) => page(new URL(request.url).pathname === "/" ? BASELINE_FRAME : undefined),
  );
  return {
    baseline: `${origin}/baseline`,
    ours: `${origin}/ours`,
    entrance: (url) => `${origin}/entrance?to=${encodeURIComponent(url)}`,
    nextReadyMs: () => next.promise,
    async close() {
      await pages.shutdown();
      await frames.shutdown();
    },
  };
}

function page(text: string | undefined): Response {
  if (text === undefined) return new Response("", { status: 404 });
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
}
