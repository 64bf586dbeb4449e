/** What the console says when a call failed: what happened, what is safe, what to do next. */
import { readFailure, textField } from "../../api/failure.ts";
import { own } from "../../../server/wire/own_entry.ts";
import type { RefusalCode } from "../../../server/wire/admin/refusals.ts";
import { moment } from "../format/time.ts";

export const LOST = "We couldn't reach the server. Check your connection and try again.";

/** By the server's codes; for a code that is missing here, the server's own sentence is shown. */
const SENTENCES: Readonly<Partial<Record<RefusalCode, string>>> = {
  sign_in_first: "Your session has ended. Sign in again.",
  sign_in_refused: "That sign-in didn't work. Use a passkey for this console, or ask an owner for a new link.",
  role_forbids: "Your role doesn't allow this. Ask an owner.",
  unknown: "There's nothing with this id. It may have been erased, or the link is wrong.",
  link_used: "This link has been used or has expired. Ask an owner for a new one.",
  state_forbids: "This is no longer possible: the state has changed. Nothing was done.",
  evidence_missing: "You need evidence to contest. Describe what shows that the charge is valid.",
  state_changed: "Something changed since the preview. Nothing was done. Look at the new preview, then confirm again.",
  preview_expired: "This preview has expired. Nothing was done. Look at the new preview, then confirm again.",
  still_running: "This is still in progress. Close the dialog and look at the timeline in a moment.",
  refund_too_large: "That's more than can be refunded. Nothing was done.",
  runs_elsewhere: "This data is at a service that runs on another server.",
  too_many: "Too many requests. Try again in a few minutes.",
  sent_recently: "A link was already sent. Another one can be sent a little later.",
  service_down: "The payments service didn't answer. Nothing was changed. Try again.",
};

/** Codes after which a new preview may succeed. */
const STALE: readonly string[] = ["state_changed", "preview_expired"];

export function codeOf(reason: unknown): string {
  const failure = readFailure(reason);
  return failure.kind === "unanswered" ? "" : textField(failure.body, "code");
}

export function isStale(reason: unknown): boolean {
  return STALE.includes(codeOf(reason));
}

/** The server understood the call and refused it, so the same call would get the same answer. */
export function isRefused(reason: unknown): boolean {
  const failure = readFailure(reason);
  return failure.kind === "answered" && failure.status < 500 && failure.status !== 401 && !isStale(reason);
}

function paramsOf(body: unknown): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, "params") : undefined;
}

/** One sentence for any failure; with the request id where the server gave one and no sentence. */
export function failureText(reason: unknown): string {
  const failure = readFailure(reason);
  if (failure.kind === "unanswered") return LOST;
  const code = textField(failure.body, "code");
  const again = moment(textField(paramsOf(failure.body), "at"));
  if (code === "sent_recently" && again !== "") {
    return `A link was already sent. You can send another one from ${again}.`;
  }
  if (code === "too_many" && again !== "") return `Too many requests. The next one is possible from ${again} on.`;
  const known = own<string | undefined>(SENTENCES, code);
  if (known !== undefined) return known;
  const request = textField(failure.body, "requestId");
  const said = textField(failure.body, "error") || "The server couldn't answer";
  return `${said.replace(/\.$/, "")}.${request === "" ? "" : ` Request ${request}.`}`;
}
