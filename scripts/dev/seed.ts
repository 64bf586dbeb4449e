/**
 * Sample members for development. They buy, sign in, check numbers and cancel by the calls of the web app, in a server
 * whose clock runs from weeks ago until now, so that renewals, emails and retries happen as they would.
 */
import { readConfig } from "../../server/config/config.ts";
import type { Env } from "../../server/config/values.ts";
import { type Context, createContext } from "../../server/context.ts";
import { createClock } from "../../server/platform/clock.ts";
import { runAll } from "../../server/platform/jobs.ts";
import type { Log } from "../../server/platform/log.ts";
import { fakeAssets } from "../../tests/support/app/fake_context.ts";
import { createVisitor } from "../../tests/support/app/http_visitor.ts";
import { SAMPLE_MEMBERS, type SampleBrowser, type SampleMember, type Step, takeStep } from "./sample_members.ts";

/** File in the data folder that lists the members. */
export const MEMBERS_FILE = "sample_members.txt";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Due work runs at least this often, as it would on a server. */
const LONGEST_PAUSE_MS = 12 * HOUR_MS;

/** Fills the folder when it is missing or empty; returns whether it did. A database elsewhere is not touched. */
export async function seedEmptyFolder(dataDir: string, env: Env): Promise<boolean> {
  if (env.DATABASE_URL || !await isEmpty(dataDir)) return false;
  // A seed that was interrupted leaves no half-filled folder behind.
  const draft = `${dataDir}.new`;
  await Deno.remove(draft, { recursive: true }).catch(() => {});
  await seed({ ...env, DATA_DIR: draft, KEYS_DIR: env.KEYS_DIR ?? `${draft}/keys` });
  await Deno.writeTextFile(`${draft}/${MEMBERS_FILE}`, describeMembers());
  await Deno.remove(dataDir).catch(() => {});
  await Deno.rename(draft, dataDir);
  return true;
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).length === 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}

interface Happening {
  readonly atMs: number;
  readonly step: Step;
  readonly member: SampleMember;
}

async function seed(env: Env): Promise<void> {
  const nowMs = Date.now();
  const happenings = SAMPLE_MEMBERS.flatMap((member) =>
    member.steps.map((step): Happening => ({ atMs: nowMs - step.daysAgo * DAY_MS, step, member }))
  ).toSorted((a, b) => a.atMs - b.atMs);
  const startMs = happenings[0]?.atMs ?? nowMs;
  const problems: string[] = [];
  const context = await createContext(readConfig(env), {
    clock: createClock(() => startMs),
    log: collecting(problems),
    assets: fakeAssets,
  });
  try {
    const browsers = new Map<SampleMember, SampleBrowser>();
    for (const { atMs, step, member } of happenings) {
      await liveUntil(context, atMs);
      const browser = browsers.get(member) ?? { visitor: createVisitor(context), subscriptionId: "" };
      browsers.set(member, browser);
      await takeStep(step, member, browser);
    }
    await liveUntil(context, nowMs);
  } finally {
    await context.close();
  }
  if (problems.length > 0) throw new Error(`The sample members could not be made:\n${problems.join("\n")}`);
}

async function liveUntil(context: Context, untilMs: number): Promise<void> {
  while (context.clock.now() < untilMs) {
    context.clock.advance(Math.min(LONGEST_PAUSE_MS, untilMs - context.clock.now()));
    await runAll(context);
  }
}

/** Failed jobs only reach the log. */
function collecting(problems: string[]): Log {
  return { info() {}, warn() {}, error: (event, fields) => problems.push(`${event} ${Deno.inspect(fields)}`) };
}

function describeMembers(): string {
  const width = Math.max(...SAMPLE_MEMBERS.map(({ email }) => email.length));
  const rows = SAMPLE_MEMBERS.map(({ email, shows }) => `  ${email.padEnd(width)}  ${shows}`);
  return `Sample members: choose "Sign in with Google" and type the address\n${rows.join("\n")}\n`;
}
