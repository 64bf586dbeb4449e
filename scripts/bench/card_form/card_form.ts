/**
 * The card form against the baseline, in turn within one run: the product as started, in a process of its own, and a
 * fresh browser for each page.
 */
import { type Pages, servePages } from "./pages.ts";
import { timeToReady } from "./time_to_ready.ts";
import { measureTyping, type Typing } from "./typing.ts";
import { median } from "../median.ts";
import { build } from "../../build.ts";
import { startServer } from "../../../tests/support/app/server_process.ts";
import { freePort } from "../../../tests/support/ports.ts";

const RUNS = 15;
const READY_LIMIT = 1.5;
const KEY_LIMIT = 1.3;

/** Times are ratios to the baseline; counts are those of the card form. */
export interface CardFormFigures extends Pick<Typing, "requests" | "strangers" | "frames"> {
  readonly ready: number;
  readonly key: number;
}

/** Prints the medians of both pages and their ratio. */
export async function benchCardForm({ runs = RUNS }: { readonly runs?: number } = {}): Promise<CardFormFigures> {
  await build();
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-bench-" });
  const framePort = freePort();
  const frameOrigin = `http://127.0.0.1:${framePort}`;
  const places = { DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` };
  const server = startServer({ ...places, FRAME_PORT: String(framePort), FRAME_ORIGIN: frameOrigin });
  try {
    await server.ready();
    const { origin } = server;
    const pages = servePages({ origin, frameOrigin, vaultId: await demoVault(origin) });
    try {
      return report(await measure(pages, { runs, ownOrigins: [origin, frameOrigin, new URL(pages.ours).origin] }));
    } finally {
      await pages.close();
    }
  } finally {
    server.kill("SIGTERM");
    await server.ended;
    await Deno.remove(folder, { recursive: true });
  }
}

/** The vault of the demo merchant, as its page names it. */
async function demoVault(origin: string): Promise<string> {
  const page = await fetch(`${origin}/checkout/bare`).then((answer) => answer.text());
  const [, vaultId] = /data-vault-i-d="([^"]+)"/.exec(page) ?? [];
  if (vaultId === undefined) throw new Error("/checkout/bare names no vault");
  return vaultId;
}

interface Run {
  readonly readyMs: number;
  readonly typing: Typing;
}
type Runs = Readonly<Record<"baseline" | "ours", readonly Run[]>>;

async function measure(
  pages: Pages,
  { runs, ownOrigins }: { readonly runs: number; readonly ownOrigins: readonly string[] },
): Promise<Runs> {
  const once = async (url: string): Promise<Run> => ({
    readyMs: await timeToReady({ entrance: pages.entrance(url), nextReadyMs: pages.nextReadyMs }),
    typing: await measureTyping(url, ownOrigins),
  });
  const baseline: Run[] = [];
  const ours: Run[] = [];
  for (let run = 0; run < runs; run++) {
    baseline.push(await once(pages.baseline));
    ours.push(await once(pages.ours));
  }
  return { baseline, ours };
}

function report({ baseline, ours }: Runs): CardFormFigures {
  const readyMs = (runs: readonly Run[]) => median(runs.map((run) => run.readyMs));
  const typing = (runs: readonly Run[], name: keyof Typing) => median(runs.map((run) => run.typing[name]));
  const row = (runs: readonly Run[]) =>
    `ready ${readyMs(runs).toFixed(0)} ms, key ${typing(runs, "keyMs").toFixed(2)} ms, ` +
    `${typing(runs, "requests")} requests, ${typing(runs, "frames")} frame`;
  const ready = readyMs(ours) / readyMs(baseline);
  const key = typing(ours, "keyMs") / typing(baseline, "keyMs");
  console.log(`baseline: ${row(baseline)}\nours:  ${row(ours)}`);
  console.log(
    `ready ${ready.toFixed(2)} x the baseline (limit ${READY_LIMIT}), key ${key.toFixed(2)} x (limit ${KEY_LIMIT})`,
  );
  const of = (name: keyof Typing) => typing(ours, name);
  return { ready, key, requests: of("requests"), strangers: of("strangers"), frames: of("frames") };
}

if (import.meta.main) {
  const { ready, key } = await benchCardForm({ runs: Number(Deno.args[0] ?? RUNS) });
  Deno.exit(ready <= READY_LIMIT && key <= KEY_LIMIT ? 0 : 1);
}
