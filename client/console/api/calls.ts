/** Calls of the console: one function for each, with its answer checked against the server's own schema. */
import * as z from "zod/mini";
import { request, ResponseError } from "../../api/http.ts";
import {
  type ActRequest,
  type Done,
  doneSchema,
  type Preview,
  previewSchema,
} from "../../../server/wire/admin/acts.ts";
import { type Audit, auditSchema } from "../../../server/wire/admin/audit.ts";
import { type Customer, customerSchema } from "../../../server/wire/admin/customer.ts";
import { revealedSchema, type revealSchema } from "../../../server/wire/admin/fields.ts";
import {
  type Differences,
  differencesSchema,
  type Disputes,
  disputesSchema,
  type Figures,
  figuresSchema,
} from "../../../server/wire/admin/money.ts";
import { searchedSchema } from "../../../server/wire/admin/search.ts";
import {
  type ConsoleSession,
  operatorsSchema,
  passkeyOptionsSchema,
  sessionSchema,
} from "../../../server/wire/admin/sign_in.ts";
import { type Timeline, timelineSchema } from "../../../server/wire/admin/timeline.ts";

export type Searched = z.infer<typeof searchedSchema>;
export type Operators = z.infer<typeof operatorsSchema>["operators"];
export type RevealRequest = z.infer<typeof revealSchema>;

export interface AuditQuery {
  /** Rows older than this one; the newest by default. */
  readonly before?: number;
  readonly operator?: string;
  readonly act?: string;
}

/** What pages need from the server; tests pass their own. */
export interface Calls {
  session(): Promise<ConsoleSession>;
  passkeyOptions(): Promise<unknown>;
  signInWithPasskey(answer: unknown): Promise<ConsoleSession>;
  enrolOptions(token: string): Promise<unknown>;
  enrol(token: string, answer: unknown, name: string): Promise<ConsoleSession>;
  signOut(): Promise<void>;
  search(query: string): Promise<Searched>;
  customer(id: string): Promise<Customer>;
  timeline(of: "customers" | "purchases" | "executions", id: string): Promise<Timeline>;
  reveal(wanted: RevealRequest): Promise<string>;
  preview(request: ActRequest): Promise<Preview>;
  confirm(token: string, reason: string): Promise<Done>;
  disputes(): Promise<Disputes>;
  differences(): Promise<Differences>;
  figures(from: string, to: string): Promise<Figures>;
  audit(query: AuditQuery): Promise<Audit>;
  operators(): Promise<Operators>;
}

const API = "/api/admin";

async function get<Schema extends z.ZodMiniType>(schema: Schema, path: string): Promise<z.infer<Schema>> {
  return z.parse(schema, await request(`${API}${path}`, { method: "GET" }));
}

async function post<Schema extends z.ZodMiniType>(schema: Schema, path: string, body: object) {
  return z.parse(schema, await request(`${API}${path}`, { body })) as z.infer<Schema>;
}

const part = encodeURIComponent;

export const CALLS: Calls = {
  session: () => get(sessionSchema, "/session"),
  passkeyOptions: () => post(passkeyOptionsSchema, "/sign-in/passkey/options", {}),
  signInWithPasskey: (answer) => post(sessionSchema, "/sign-in/passkey", { answer }),
  enrolOptions: (token) => post(passkeyOptionsSchema, "/enrol/options", { token }),
  enrol: (token, answer, name) => post(sessionSchema, "/enrol", { token, answer, name }),
  signOut: async () => void await post(z.looseObject({}), "/sign-out", {}),
  search: (query) => post(searchedSchema, "/search", { query }),
  customer: (id) => get(customerSchema, `/customers/${part(id)}`),
  timeline: (of, id) => get(timelineSchema, `/${of}/${part(id)}/timeline`),
  reveal: async (wanted) => (await post(revealedSchema, "/reveal", wanted)).value,
  preview: (request) => post(previewSchema, "/acts/preview", request),
  confirm: (token, reason) => post(doneSchema, "/acts/confirm", { token, reason }),
  disputes: () => get(disputesSchema, "/disputes"),
  differences: () => get(differencesSchema, "/differences"),
  figures: (from, to) => get(figuresSchema, `/figures?from=${part(from)}&to=${part(to)}`),
  audit: ({ before, operator, act }) => {
    const query = new URLSearchParams({
      limit: "50",
      ...(before === undefined ? {} : { before: String(before) }),
      ...(operator === undefined || operator === "" ? {} : { operator }),
      ...(act === undefined || act === "" ? {} : { act }),
    });
    return get(auditSchema, `/audit?${query}`);
  },
  operators: async () => (await get(operatorsSchema, "/operators")).operators,
};

/** The session ended, or there was none. */
export function isSessionOver(reason: unknown): boolean {
  return reason instanceof ResponseError && reason.status === 401;
}
