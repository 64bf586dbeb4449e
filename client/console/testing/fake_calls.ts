/** A server of the console for tests: answers with the samples, and notes what was asked. */
import { ResponseError } from "../../api/http.ts";
import type { RefusalCode } from "../../../server/wire/admin/refusals.ts";
import type { Calls } from "../api/calls.ts";
import { PREVIEW } from "./samples/acts.ts";
import { CUSTOMER, SEARCHED } from "./samples/customer.ts";
import { DIFFERENCES, DISPUTES, FIGURES } from "./samples/money.ts";
import { SESSION } from "./samples/session.ts";
import { AUDIT, OPERATORS } from "./samples/staff.ts";
import { TIMELINE } from "./samples/timeline.ts";

export interface FakeServer {
  readonly calls: Calls;
  /** "preview {...}", one line for each call. */
  readonly made: string[];
}

export function fakeServer(own: Partial<Calls> = {}): FakeServer {
  const made: string[] = [];
  const answers: Calls = {
    session: () => Promise.resolve(SESSION),
    passkeyOptions: () => Promise.resolve({ challenge: "c" }),
    signInWithPasskey: () => Promise.resolve(SESSION),
    enrolOptions: () => Promise.resolve({ challenge: "c" }),
    enrol: () => Promise.resolve(SESSION),
    signOut: () => Promise.resolve(),
    search: () => Promise.resolve(SEARCHED),
    customer: () => Promise.resolve(CUSTOMER),
    timeline: () => Promise.resolve(TIMELINE),
    reveal: () => Promise.resolve("ada@mail.example"),
    preview: (request) => Promise.resolve({ ...PREVIEW, act: request.act }),
    confirm: () =>
      Promise.resolve({ audit: 7, act: "refund", subject: PREVIEW.subject, state: "done", download: null }),
    disputes: () => Promise.resolve(DISPUTES),
    differences: () => Promise.resolve(DIFFERENCES),
    figures: () => Promise.resolve(FIGURES),
    audit: () => Promise.resolve(AUDIT),
    operators: () => Promise.resolve(OPERATORS),
    ...own,
  };
  const noted = Object.entries(answers).map(([name, answer]) => [name, (...parts: readonly unknown[]) => {
    made.push([name, ...parts.map((each) => JSON.stringify(each))].join(" "));
    return Reflect.apply(answer, undefined, parts);
  }]);
  return { calls: Object.fromEntries(noted) as Calls, made };
}

/** What the server answers when it refuses. */
export function refused(status: number, code: RefusalCode, params?: Readonly<Record<string, string>>): ResponseError {
  return new ResponseError(status, { error: code, code, params, requestId: "req_1" });
}

export const SIGNED_OUT = {
  signed_in: false,
  ways: { passkey: true, oidc: { name: "Example Login" } },
} as const;
