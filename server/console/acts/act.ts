/** What an act is: a plan that says what will happen, and a run that does it. */
import { refusal, type RefusalCode } from "../../wire/admin/refusals.ts";
import type { ActRequest, Effect } from "../../wire/admin/acts.ts";
import type { Subject } from "../../wire/admin/fields.ts";
import { fail } from "../../platform/http/answer.ts";
import type { ConsolePorts } from "../ports.ts";

export interface Plan {
  readonly subject: Subject;
  /** Purchases and executions whose timelines show the act, besides the subject. */
  readonly concerns?: readonly string[];
  readonly effects: readonly Effect[];
  readonly warnings: readonly string[];
  /**
   * What else the operator's decision rests on that no effect shows, such as the rest of a partly refunded charge.
   */
  readonly basis?: string;
}

export interface Confirmed {
  /** Names the act: it happens once for each key. */
  readonly key: string;
  /** That of the plan; empty without one. */
  readonly basis: string;
}

/** `pending`: recorded, and a service keeps trying until it is done. */
export type End = "done" | "pending";

export interface ActRunner<Given extends ActRequest> {
  /** Changes nothing. Refuses with 404 or 409 what is impossible now. */
  plan(ports: ConsolePorts, request: Given): Promise<Plan>;
  /** Does it once for each key, however often it runs. */
  run(ports: ConsolePorts, request: Given, confirmed: Confirmed): Promise<End>;
}

export function refuse(
  status: 404 | 409 | 429,
  code: RefusalCode,
  params?: Readonly<Record<string, string>>,
): never {
  fail(status, { ...refusal(code), params });
}

/** The service of a port, unless it runs elsewhere. */
export function here<Port>(port: Port | undefined): Port {
  return port ?? refuse(409, "runs_elsewhere");
}
