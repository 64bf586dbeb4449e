/**
 * Passkeys of operators: an enrolment link adds one, and it signs in. They are separate from members' passkeys, so a
 * member's passkey does not open the console. The device always asks for PIN, finger or face.
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { append, type AuditPorts, logHead } from "../audit/chain.ts";
import { enrolling, findOperator } from "./operators.ts";
import type { OperatorRow } from "./tables.ts";
import { sha256Hex } from "../platform/crypto/secrets.ts";

export interface PasskeyPorts extends AuditPorts {
  readonly publicOrigin: string;
}

const RP_NAME = "TrustCheck console";
/** Loaded with the first ceremony: the library would take a fifth of the processor time of every start. */
const webauthn = () => import("@simplewebauthn/server");
/** Life of a challenge; browsers give up after five minutes. */
const CHALLENGE_MS = 5 * 60_000;

/** Options of the ceremony that adds a passkey; undefined when the link is not valid. */
export async function startEnrolment(ports: PasskeyPorts, secret: string): Promise<unknown> {
  const operator = await enrolling(ports, secret);
  if (operator === undefined) return undefined;
  const own = await ports.db.selectFrom("admin_passkeys").select(["id", "transports"])
    .where("operator_id", "=", operator.id).execute();
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: hostOf(ports),
    userID: new TextEncoder().encode(operator.id),
    userName: operator.email,
    userDisplayName: operator.email,
    attestationType: "none",
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports: listOf(transports) })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(ports, options.challenge, operator.id);
  return options;
}

interface Enrolment {
  readonly secret: string;
  readonly answer: unknown;
  readonly name: string;
}

/** Stores the passkey and uses the link up; the operator, or undefined when link or answer is not valid. */
export async function finishEnrolment(
  ports: PasskeyPorts,
  { secret, answer, name }: Enrolment,
): Promise<OperatorRow | undefined> {
  const operator = await enrolling(ports, secret);
  if (operator === undefined) return undefined;
  const verified = await (await webauthn()).verifyRegistrationResponse({
    response: answer as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(ports, challenge, operator.id),
    expectedOrigin: ports.publicOrigin,
    expectedRPID: hostOf(ports),
    requireUserVerification: true,
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  const { credential } = verified.registrationInfo;
  const nowMs = ports.clock.now();
  const hash = sha256Hex(secret);
  const head = await ports.db.transaction().execute(async (trx) => {
    const used = await trx.deleteFrom("admin_enrolments").where("hash", "=", hash).executeTakeFirst();
    if (used.numDeletedRows === 0n) return undefined;
    await trx.insertInto("admin_passkeys").values({
      id: credential.id,
      operator_id: operator.id,
      public_key: credential.publicKey.toBase64({ alphabet: "base64url" }),
      counter: credential.counter,
      transports: (credential.transports ?? []).join(" "),
      name,
      created_ms: nowMs,
      used_ms: null,
    }).execute();
    return await append(trx, { what: "passkey_enrolled", operator }, nowMs);
  });
  if (head === undefined) return undefined;
  logHead(ports.log, head);
  return operator;
}

/** Lists no credentials: the browser offers its passkeys for this site. */
export async function startSignIn(ports: PasskeyPorts): Promise<unknown> {
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: hostOf(ports),
    userVerification: "required",
  });
  await keepChallenge(ports, options.challenge, "");
  return options;
}

/** The operator of the passkey that signed; undefined for an unknown passkey and for a wrong signature alike. */
export async function finishSignIn(ports: PasskeyPorts, answer: unknown): Promise<OperatorRow | undefined> {
  const response = answer as AuthenticationResponseJSON;
  const row = await ports.db.selectFrom("admin_passkeys").selectAll().where("id", "=", response.id).executeTakeFirst();
  if (row === undefined) return undefined;
  const verified = await (await webauthn()).verifyAuthenticationResponse({
    response,
    credential: {
      id: row.id,
      publicKey: Uint8Array.fromBase64(row.public_key, { alphabet: "base64url" }),
      counter: row.counter,
      transports: listOf(row.transports),
    },
    expectedChallenge: (challenge) => takeChallenge(ports, challenge, ""),
    expectedOrigin: ports.publicOrigin,
    expectedRPID: hostOf(ports),
    requireUserVerification: true,
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  await ports.db.updateTable("admin_passkeys")
    .set({ counter: verified.authenticationInfo.newCounter, used_ms: ports.clock.now() })
    .where("id", "=", row.id).execute();
  return await findOperator(ports.db, row.operator_id);
}

async function keepChallenge({ db, clock }: PasskeyPorts, challenge: string, operatorId: string): Promise<void> {
  const row = { challenge, operator_id: operatorId, created_ms: clock.now() };
  await db.insertInto("admin_challenges").values(row).execute();
}

/** True once per challenge, while it is valid and for the operator it was made for. */
async function takeChallenge({ db, clock }: PasskeyPorts, challenge: string, operatorId: string): Promise<boolean> {
  const taken = await db.deleteFrom("admin_challenges").where("challenge", "=", challenge)
    .where("operator_id", "=", operatorId).where("created_ms", ">", clock.now() - CHALLENGE_MS).executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

function listOf(transports: string): AuthenticatorTransport[] {
  return transports.split(" ").filter((name) => name !== "") as AuthenticatorTransport[];
}

function hostOf({ publicOrigin }: PasskeyPorts): string {
  return new URL(publicOrigin).hostname;
}
