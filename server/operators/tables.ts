/** Tables of the operator's console. `_ms` columns are Unix milliseconds; secrets are stored as SHA-256 in hex. */
import type { Selectable } from "kysely";
import type { Role } from "../wire/admin/roles.ts";

export interface OperatorTables {
  admin_operators: {
    id: string;
    /** In lower case. */
    email: string;
    role: Role;
    /** Issuer and subject of the identity provider, once it has signed the operator in. */
    oidc_subject: string | null;
    disabled_ms: number | null;
    created_ms: number;
    /** Last sign-in. */
    seen_ms: number | null;
  };
  admin_passkeys: {
    /** Credential id, base64url. */
    id: string;
    operator_id: string;
    /** COSE public key, base64url. */
    public_key: string;
    counter: number;
    /** Transports, separated by spaces. */
    transports: string;
    name: string;
    created_ms: number;
    used_ms: number | null;
  };
  admin_sessions: {
    hash: string;
    operator_id: string;
    way: "passkey" | "oidc";
    created_ms: number;
    /** Last call, to the minute. */
    seen_ms: number;
  };
  admin_challenges: {
    challenge: string;
    /** The operator who adds a passkey; empty for a sign-in. */
    operator_id: string;
    created_ms: number;
  };
  /** Enrolment links that wait to be used. */
  admin_enrolments: { hash: string; operator_id: string; expires_ms: number };
  /** Sign-ins that are at the identity provider. */
  admin_oidc_flows: {
    state_hash: string;
    /** Hash of the cookie of the browser that began. */
    browser_hash: string;
    verifier: string;
    nonce: string;
    created_ms: number;
  };
  /** Acts that were previewed, and what became of them. */
  admin_previews: {
    hash: string;
    operator_id: string;
    session_hash: string;
    wish_json: string;
    effects_json: string;
    state: "open" | "running" | "done";
    /** How long the confirm that claimed the act may take. */
    lease_ms: number;
    /** Row of the audit log, once confirmed. */
    audit: number | null;
    /** Answer of the confirm; empty until it is done. */
    answer_json: string;
    created_ms: number;
    expires_ms: number;
  };
}

export type OperatorRow = Selectable<OperatorTables["admin_operators"]>;

declare module "../db/database.ts" {
  interface Database extends OperatorTables {}
}
