/** Who may use the console: added, disabled and listed. Rows are kept, so that the audit log can name its operators. */
import { append, type AuditPorts, hashOfIdentity, logHead } from "../audit/chain.ts";
import type { Db } from "../db/open.ts";
import { isEmail } from "../wire/email.ts";
import { type Role, ROLES } from "../wire/admin/roles.ts";
import type { OperatorRow } from "./tables.ts";
import { newSecret, sha256Hex } from "../platform/crypto/secrets.ts";

/** How long an enrolment link works. */
const ENROLMENT_MS = 24 * 3_600_000;

export function normalEmail(text: string): string {
  const email = text.trim().normalize("NFC").toLowerCase();
  if (!isEmail(email)) throw new RangeError("Name one email address");
  return email;
}

export function roleNamed(text: string): Role {
  return ROLES.find((role) => role === text) ?? refuseRole();
}

function refuseRole(): never {
  throw new RangeError(`Name a role: --role ${ROLES.join(", --role ")}`);
}

/** The operator with this id, unless disabled. */
export async function findOperator(db: Db, id: string): Promise<OperatorRow | undefined> {
  return await db.selectFrom("admin_operators").selectAll().where("id", "=", id).where("disabled_ms", "is", null)
    .executeTakeFirst();
}

export async function findByEmail(db: Db, email: string): Promise<OperatorRow | undefined> {
  return await db.selectFrom("admin_operators").selectAll().where("email", "=", email).executeTakeFirst();
}

interface NewOperator {
  readonly email: string;
  readonly role: Role;
  readonly oidcSubject?: string;
}

/**
 * Adds an operator, or gives a known one this role and lets a disabled one in again. By then the address may be another
 * person's, so that the next sign-in ties a disabled row to its account; until then it keeps the old one out.
 */
export async function putOperator(
  ports: AuditPorts,
  { email, role, oidcSubject }: NewOperator,
): Promise<OperatorRow> {
  const { db, clock, log } = ports;
  const nowMs = clock.now();
  const { row, head } = await db.transaction().execute(async (trx) => {
    const row = await trx.insertInto("admin_operators").values({
      id: `op_${crypto.randomUUID().replaceAll("-", "")}`,
      email,
      role,
      oidc_subject: oidcSubject ?? null,
      disabled_ms: null,
      created_ms: nowMs,
      seen_ms: null,
    }).onConflict((on) =>
      on.column("email").doUpdateSet((eb) => ({
        role,
        disabled_ms: null,
        oidc_subject: eb.case().when("admin_operators.disabled_ms", "is", null)
          .then(eb.ref("admin_operators.oidc_subject")).else(null).end(),
      }))
    ).returningAll().executeTakeFirstOrThrow();
    return { row, head: await append(trx, added(row), nowMs) };
  });
  logHead(log, head);
  return row;
}

/** Gives an operator this role; undefined, and nothing changes, for one who was disabled. */
export async function changeRole(
  { db, clock, log }: AuditPorts,
  { id, role }: { readonly id: string; readonly role: Role },
): Promise<OperatorRow | undefined> {
  const done = await db.transaction().execute(async (trx) => {
    const row = await trx.updateTable("admin_operators").set({ role }).where("id", "=", id)
      .where("disabled_ms", "is", null).returningAll().executeTakeFirst();
    if (row === undefined) return undefined;
    return { row, head: await append(trx, added(row), clock.now()) };
  });
  if (done !== undefined) logHead(log, done.head);
  return done?.row;
}

function added(row: OperatorRow) {
  return {
    what: "operator_added",
    facts: { operator: row.id, role: row.role, identity: hashOfIdentity(row) },
  } as const;
}

/** Ends the operator's sessions, passkeys and links. Returns false for an unknown address. */
export async function disableOperator(ports: AuditPorts, email: string): Promise<boolean> {
  const { db, clock, log } = ports;
  const head = await db.transaction().execute(async (trx) => {
    const row = await trx.updateTable("admin_operators").set({ disabled_ms: clock.now() }).where("email", "=", email)
      .returning("id").executeTakeFirst();
    if (row === undefined) return undefined;
    for (const table of ["admin_sessions", "admin_passkeys", "admin_enrolments"] as const) {
      await trx.deleteFrom(table).where("operator_id", "=", row.id).execute();
    }
    return await append(trx, { what: "operator_disabled", facts: { operator: row.id } }, clock.now());
  });
  if (head !== undefined) logHead(log, head);
  return head !== undefined;
}

/** The secret of a new enrolment link, which replaces the operator's earlier ones. */
export async function newEnrolment({ db, clock }: AuditPorts, operatorId: string): Promise<string> {
  const secret = newSecret();
  const row = { hash: sha256Hex(secret), operator_id: operatorId, expires_ms: clock.now() + ENROLMENT_MS };
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("admin_enrolments").where("operator_id", "=", operatorId).execute();
    await trx.insertInto("admin_enrolments").values(row).execute();
  });
  return secret;
}

/** The operator whom an unused enrolment link is for. */
export async function enrolling({ db, clock }: AuditPorts, secret: string): Promise<OperatorRow | undefined> {
  const link = await db.selectFrom("admin_enrolments").select("operator_id").where("hash", "=", sha256Hex(secret))
    .where("expires_ms", ">", clock.now()).executeTakeFirst();
  return link === undefined ? undefined : await findOperator(db, link.operator_id);
}

export interface ListedOperator {
  readonly row: OperatorRow;
  readonly passkeys: number;
}

/** All operators by address. */
export async function listOperators(db: Db): Promise<readonly ListedOperator[]> {
  const rows = await db.selectFrom("admin_operators").selectAll().orderBy("email").execute();
  const keys = await db.selectFrom("admin_passkeys").select(["operator_id", (eb) => eb.fn.countAll().as("many")])
    .groupBy("operator_id").execute();
  return rows.map((row) => ({
    row,
    passkeys: Number(keys.find(({ operator_id }) => operator_id === row.id)?.many ?? 0),
  }));
}
