/** Turns the response of the create call, or its failure, into one of three results. */
import { errorString, readFailure, textField } from "../../../api/failure.ts";
import { isUndecided, isUnknownEnd } from "../../../api/open_end.ts";
import { reportUnexpected } from "../../../lib/unexpected.ts";
import { CANNOT_CREATE, GENERIC_ERROR } from "../constants.ts";

export type CreateEnd =
  | { readonly kind: "created"; readonly subscriptionId: string }
  | {
    readonly kind: "refused";
    readonly text: string;
    /** This payment cannot become a plan, so paying again is not a double payment. */
    readonly isFinal: boolean;
  }
  /** No response: the same call may be repeated. */
  | { readonly kind: "unanswered"; readonly text: string };

/** An absent or empty error means success (W-CARD-07); a response without an id is not from our service. */
export function readCreateAnswer(body: unknown): CreateEnd {
  const error = errorString(body);
  if (error !== "") return { kind: "refused", text: error, isFinal: !isUndecided(body) };
  const subscriptionId = textField(body, "subscription_id") || textField(body, "id");
  return subscriptionId === ""
    ? { kind: "refused", text: GENERIC_ERROR, isFinal: false }
    : { kind: "created", subscriptionId };
}

export function readCreateRejection(reason: unknown): CreateEnd {
  // Another try would end the same way.
  if (reportUnexpected(reason)) return { kind: "refused", text: GENERIC_ERROR, isFinal: false };
  const failure = readFailure(reason);
  if (failure.kind === "unanswered") return { kind: "unanswered", text: CANNOT_CREATE };
  const isFinal = !isUnknownEnd(reason) && !isUndecided(failure.body);
  return { kind: "refused", text: errorString(failure.body) || GENERIC_ERROR, isFinal };
}
