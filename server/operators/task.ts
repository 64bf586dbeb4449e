/**
 * `deno task operator add <email> --role support|finance|owner` prints a one-time link that adds a passkey; `link
 * <email>` prints another one, `disable <email>` ends sign-in and sessions, `list` shows all operators.
 */
import type { Db } from "../db/open.ts";
import { createClock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { AuditPorts } from "../audit/chain.ts";
import {
  disableOperator,
  findByEmail,
  listOperators,
  newEnrolment,
  normalEmail,
  putOperator,
  roleNamed,
} from "./operators.ts";

const USAGE = "Usage: operator add <email> --role support|finance|owner, link <email>, disable <email>, or list";

interface TaskPorts {
  readonly db: Db;
  readonly publicOrigin: string;
  readonly log: Log;
  readonly now?: () => number;
}

/** The lines to print. Throws a RangeError that says what to write. */
export async function runOperatorTask(args: readonly string[], task: TaskPorts): Promise<readonly string[]> {
  const { db, log, now = Date.now } = task;
  const ports: AuditPorts = { db, log, clock: createClock(now) };
  const [command, address = "", flag, role = ""] = args;
  const link = async (id: string) => {
    const secret = await newEnrolment(ports, id);
    return ["This link adds a passkey, once, within 24 hours:", `${task.publicOrigin}/admin/enrol#${secret}`];
  };
  switch (command) {
    case "add": {
      if (flag !== "--role") throw new RangeError(USAGE);
      const { id, email, role: given } = await putOperator(ports, {
        email: normalEmail(address),
        role: roleNamed(role),
      });
      return [`${email} may use the console as ${given}.`, ...await link(id)];
    }
    case "link": {
      const row = await findByEmail(db, normalEmail(address));
      if (row === undefined || row.disabled_ms !== null) throw new RangeError("There is no such operator");
      return await link(row.id);
    }
    case "disable":
      if (!await disableOperator(ports, normalEmail(address))) throw new RangeError("There is no such operator");
      return [`${normalEmail(address)} can no longer sign in; open sessions have ended.`];
    case "list":
      return (await listOperators(db)).map(({ row, passkeys }) =>
        [row.email, row.role, `${passkeys} passkeys`, ...(row.disabled_ms === null ? [] : ["disabled"])].join("  ")
      );
    default:
      throw new RangeError(USAGE);
  }
}
