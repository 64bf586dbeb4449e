/**
 * Free checks and members' look-ups per second over HTTP on SQLite, each beside a bare server with the same response.
 */
import { build } from "../../build.ts";
import type { Call } from "../keep_alive.ts";
import { closedLoop, cpuMs, type Load, type Next, openLoop, quantile } from "./load.ts";
import { type Member, type RunningServer, startLookups } from "./server.ts";

const AT_ONCE = 24;
const MEMBERS = 24;
/** Rate at which the p99 of a free check is measured. */
const CHECKS_PER_SECOND = 1_000;
/** A member's look-ups run at four fifths of the reached rate. */
const SHARE = 0.8;

/** Prefixes of numbers and how many digits follow: every call uses a new number, so that no cache helps. */
const SHAPES = [
  ["+1650", 7],
  ["+1212", 7],
  ["+4479", 8],
  ["+4420", 8],
  ["+49151", 8],
  ["+336", 8],
  ["+9198", 8],
  ["+23480", 8],
  ["+55119", 8],
  ["+222", 8],
] as const;

interface BenchOptions {
  readonly lastsMs: number;
  readonly members?: number;
}

export async function benchLookup({ lastsMs, members = MEMBERS }: BenchOptions): Promise<void> {
  await build();
  const dir = await Deno.makeTempDir({ prefix: "bench-lookup-" });
  const product = await startLookups({ kind: "product", dir, members });
  try {
    await compare({ name: "free check", product, call: checkOf, rateOf: () => CHECKS_PER_SECOND }, lastsMs);
    await compare({ name: "member's look-up", product, call: reportOf, rateOf: (reached) => reached * SHARE }, lastsMs);
  } finally {
    await product.stop();
    await Deno.remove(dir, { recursive: true });
  }
}

interface Subject {
  readonly name: string;
  readonly product: RunningServer;
  readonly call: (member: Member) => Call;
  readonly rateOf: (reached: number) => number;
}

async function compare({ name, product, call, rateOf }: Subject, lastsMs: number): Promise<void> {
  const next = nextOf(product.members, call);
  const bare = await startLookups({ kind: "bare", ...await sampleOf(product, next) });
  try {
    for (const { base } of [bare, product]) await closedLoop(base, { next, atOnce: AT_ONCE, lastsMs: lastsMs / 4 });
    const [baseline, ours] = [await measured(bare, { next, lastsMs }), await measured(product, { next, lastsMs })];
    const rate = rateOf(ours.perSecond);
    const baselineOpen = await openLoop(bare.base, { next, rate, lastsMs });
    const open = await openLoop(product.base, { next, rate, lastsMs });
    const failed = ours.failed + open.failed;
    console.log(
      `${name}: ${whole(ours.perSecond)}/s, ${ours.cpuMs.toFixed(3)} ms of the processor each ` +
        `(a bare server with the same answer ${whole(baseline.perSecond)}/s, ${baseline.cpuMs.toFixed(3)} ms; ` +
        `ratio ${(ours.perSecond / baseline.perSecond).toFixed(2)})\n` +
        `  at ${whole(rate)}/s, open loop: ${spread(open)}; ${failed} failed\n` +
        `  the bare server at the same rate, with the driver's own waits: ${spread(baselineOpen)}`,
    );
  } finally {
    await bare.stop();
  }
}

async function measured(
  { base, pid }: RunningServer,
  { next, lastsMs }: { readonly next: Next; readonly lastsMs: number },
) {
  const beforeMs = await cpuMs(pid);
  const load = await closedLoop(base, { next, atOnce: AT_ONCE, lastsMs });
  const usedMs = await cpuMs(pid) - beforeMs;
  return { ...load, cpuMs: usedMs / Math.max(1, load.callsMs.length) };
}

/** One response of the product, which the bare server then always sends. */
async function sampleOf({ base }: RunningServer, next: Next): Promise<{ status: number; type: string; body: string }> {
  const { path, headers, body, method } = next();
  const answer = await fetch(base + path, { method, headers, body: body ?? null });
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", body: await answer.text() };
}

function nextOf(members: readonly Member[], call: (member: Member) => Call): Next {
  let turn = 0;
  return () => {
    const member = members[turn++ % members.length];
    if (member === undefined) throw new RangeError("The bench has no members");
    return call(member);
  };
}

const JSON_TYPE = { "content-type": "application/json" };

/** A visitor's, from another address each time. */
function checkOf(): Call {
  const body = JSON.stringify({ phone_number: someNumber(), country: "US" });
  const headers = { ...JSON_TYPE, "x-forwarded-for": someAddress() };
  return { method: "POST", path: "/services/report/check", headers, body };
}

function reportOf({ uid, idToken, subscriptionId }: Member): Call {
  const request = { user_id: uid, phone_number: someNumber(), subscription_id: subscriptionId, name: "", email: "" };
  const headers = { ...JSON_TYPE, "x-id-token": idToken };
  return { method: "POST", path: "/services/report", headers, body: JSON.stringify(request) };
}

function someAddress(): string {
  return ["10", ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 256))].join(".");
}

function someNumber(): string {
  const [start, digits] = SHAPES[Math.floor(Math.random() * SHAPES.length)] ?? SHAPES[0];
  return start + Array.from({ length: digits }, () => Math.floor(Math.random() * 10)).join("");
}

function spread({ callsMs }: Load): string {
  const [p50, p99] = [quantile(callsMs, 0.5), quantile(callsMs, 0.99)];
  return `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(callsMs.at(-1) ?? Number.NaN)}`;
}

const whole = (value: number) => value.toFixed(0);
const ms = (value: number) => `${value.toFixed(1)} ms`;
