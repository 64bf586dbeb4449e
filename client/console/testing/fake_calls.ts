/** A server of the console for tests: answers with the samples, and notes what was asked. */
import { ResponseError } from "../../api/http.ts";
import type { RefusalCode } from "../../../server/wire/admin/refusals.ts";
import type { Calls } from "../api/calls.ts";
import * as samples from "./samples.ts";

export interface FakeServer {
  readonly calls: Calls;
  /** "preview {...}", one line for each call. */
  readonly made: string[];
}

export function fakeServer(own: Partial<Calls> = {}): FakeServer {
  const made: string[] = [];
  const answers: Calls = {
    session: () => Promise.resolve(samples.SESSION),
    passkeyOptions: () => Promise.resolve({ challenge: "c" }),
    signInWithPasskey: () => Promise.resolve(samples.SESSION),
    enrolOptions: () => Promise.resolve({ challenge: "c" }),
    enrol: () => Promise.resolve(samples.SESSION),
    signOut: () => Promise.resolve(),
    search: () => Promise.resolve(samples.SEARCHED),
    customer: () => Promise.resolve(samples.CUSTOMER),
    timeline: () => Promise.resolve(samples.TIMELINE),
    reveal: () => Promise.resolve("ada@mail.example"),
    preview: (wish) => Promise.resolve({ ...samples.PREVIEW, act: wish.act }),
    confirm: () =>
      Promise.resolve({ audit: 7, act: "refund", subject: samples.PREVIEW.subject, state: "done", download: null }),
    disputes: () => Promise.resolve(samples.DISPUTES),
    differences: () => Promise.resolve(samples.DIFFERENCES),
    figures: () => Promise.resolve(samples.FIGURES),
    audit: () => Promise.resolve(samples.AUDIT),
    operators: () => Promise.resolve(samples.OPERATORS),
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
