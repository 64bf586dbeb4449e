/** Reads what the create call answered, or why it did not, as one of three ends. */
import { CANNOT_CREATE, GENERIC_ERROR } from "./constants.ts";

export type CreateEnd =
  | { readonly kind: "created"; readonly subscriptionId: string }
  | { readonly kind: "refused"; readonly text: string }
  /** No answer at all: the same call may be repeated. */
  | { readonly kind: "unanswered"; readonly text: string };

/** An absent or empty error means success (spec W 4); without any id it is no answer of ours. */
export function readCreateAnswer(body: unknown): CreateEnd {
  const error = textField(body, "error");
  if (error !== "") return { kind: "refused", text: error };
  const subscriptionId = textField(body, "subscription_id") || textField(body, "id");
  return subscriptionId === "" ? { kind: "refused", text: GENERIC_ERROR } : { kind: "created", subscriptionId };
}

/** A rejection with an Error comes from the connection; with anything else it is the body of an answer (spec W 7). */
export function readCreateRejection(reason: unknown): CreateEnd {
  if (reason instanceof Error) return { kind: "unanswered", text: CANNOT_CREATE };
  return { kind: "refused", text: textField(reason, "error") || GENERIC_ERROR };
}

/** The error string of an answer's body, else the fallback of spec W 8. */
export function errorText(reason: unknown, fallback: string = GENERIC_ERROR): string {
  return textField(reason, "error") || fallback;
}

function textField(body: unknown, name: string): string {
  if (typeof body !== "object" || body === null) return "";
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : "";
}
