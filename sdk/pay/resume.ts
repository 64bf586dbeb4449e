/** Picks up an execution after a reload, a redirect or lost polls: asks the server, stores nothing (DECISIONS). */
import type { ClientParts } from "../client_parts.ts";
import type { Log } from "../log/log.ts";
import { Executor } from "./executor.ts";
import { interpret, type Outcome } from "./outcome.ts";

export async function resumeExecution(parts: ClientParts, log: Log): Promise<Outcome | undefined> {
  const { session, send, rules, signal } = parts;
  const status = session.configuration.execution?.status ?? [];
  const hasBegun = session.hasAuthorized || status.some(({ code }) => code === "authorizeRequested");
  if (!hasBegun) return undefined;
  session.lastActionUpdateTime = undefined;
  const executor = new Executor({ session, send, rules, signal, log, renewSession: () => session.renew() });
  const outcome = interpret(await executor.settle(undefined));
  if (outcome.type !== "challenge") return outcome;
  // The bank's check is not opened unasked: the shopper has left it once.
  return { type: "pending", reason: "challenge_closed" };
}
