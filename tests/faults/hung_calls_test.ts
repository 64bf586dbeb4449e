/** A service that accepts calls and never answers. Other calls are unaffected, and no connection stays open. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createRemotes } from "../../server/proxy/remote.ts";
import { startApp } from "../support/app/app.ts";
import { startSilentService } from "../support/operations/silent_service.ts";

const CALLS = 100;
/** All calls have to hang before the first of them is ended, on a busy machine too. */
const DEADLINE_MS = 8_000;
/** A call that no deadline ends is given up by its visitor. */
const PATIENCE_MS = DEADLINE_MS + 4_000;
/** Nine calls of ten; the slowest few are those during which a busy machine did something else. */
const SHARE = 0.9;
const MOST_MS = 200;
const OTHERS_MS = 2_000;
const LEAST_ROUNDS = 3;
/** Connections that are kept alive open and close by themselves. */
const SLACK = 10;

/**
 * Ends of connections to or from these servers that a process holds. Its other handles say nothing: it runs other test
 * files, too.
 */
function endsAt(origins: readonly string[]): number {
  const ports = new Set(origins.map((origin) => Number(new URL(origin).port)));
  return Deno.readTextFileSync("/proc/net/tcp").trim().split("\n").slice(1).filter((line) => {
    const [, local = "", remote = "", , , , , , , inode] = line.trim().split(/\s+/);
    // A connection that the system alone remembers has no inode.
    return inode !== "0" && [local, remote].some((end) => ports.has(Number.parseInt(end.split(":")[1] ?? "", 16)));
  }).length;
}

it("SECURITY R2: a hundred calls to a hanging service end at the deadline; others answer as before, no connection stays open", async () => {
  const hole = startSilentService();
  const app = await startApp({
    env: { STAGING_REPORT_URL: hole.base },
    overrides: { remotes: createRemotes({ deadlineMs: DEADLINE_MS }) },
  });
  const paths = ["/healthz", `${app.base}/`, "/cdn-cgi/trace", "/readyz"];
  const waits = async (ms: number) => {
    const taken: number[] = [];
    const answering = new Set<string>();
    const until = performance.now() + ms;
    // On a busy machine the first calls alone may take that long.
    for (let call = 0; performance.now() < until || call < LEAST_ROUNDS * paths.length; call++) {
      const path = paths[call % paths.length] ?? "";
      const startedMs = performance.now();
      const answer = await fetch(`${app.origin}${path}`);
      await answer.body?.cancel();
      if (answer.status === 200) answering.add(path);
      // On a busy machine a single write may take longer than readiness waits for it.
      else assert(path === "/readyz" && answer.status === 503, `${path} answers ${answer.status}`);
      taken.push(performance.now() - startedMs);
    }
    assertEquals(paths.filter((path) => !answering.has(path)), []);
    return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * SHARE)] ?? Infinity;
  };
  try {
    const before = await waits(1_500);
    const servers = [hole.base, app.origin];
    const baseline = endsAt(servers);
    const startedMs = performance.now();
    // Separate visitors, whose connections close with them.
    const visitors = Deno.createHttpClient({});
    const hung = Array.from({ length: CALLS }, async () => {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(`${app.origin}/services/report/history`, { client: visitors, signal });
      return { status: answer.status, text: await answer.text(), ms: performance.now() - startedMs };
    });
    while (hole.held() < CALLS) {
      assert(performance.now() - startedMs < DEADLINE_MS, `only ${hole.held()} calls hang`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const during = await waits(OTHERS_MS);
    const most = Math.max(MOST_MS, 3 * before);
    assert(during < most, `p90 is ${during.toFixed(0)} ms, and was ${before.toFixed(0)} ms`);
    const answers = await Promise.all(hung);
    visitors.close();
    assertEquals([...new Set(answers.map(({ status }) => status))], [502]);
    for (const { ms, text } of answers) {
      assert(ms < PATIENCE_MS, `${ms} ms`);
      assert(/"error":"[A-Z]/.test(text), text);
    }
    for (let tries = 0; tries < 100 && (hole.held() > 0 || endsAt(servers) > baseline + SLACK); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assertEquals([hole.most(), hole.held()], [CALLS, 0]);
    assert(endsAt(servers) <= baseline + SLACK, `${endsAt(servers)} ends of connections, ${baseline} before`);
  } finally {
    await app.close();
    hole.close();
  }
});
