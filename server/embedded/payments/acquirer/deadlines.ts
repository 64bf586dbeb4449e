/** A time limit for every call to the acquirer: one that stays silent delays no request and no job. */
import { withDeadline } from "../../../platform/deadline.ts";
import type { Acquirer } from "./acquirer.ts";

/** The acquirer, whose calls reject when they have no answer in time: their outcome is unknown, as after a lost one. */
export function withDeadlines(acquirer: Acquirer, ms: number): Acquirer {
  const inTime = async <T>(answer: Promise<T>): Promise<T> =>
    await withDeadline(answer, ms, () => new DOMException("No answer in time", "TimeoutError"));
  return {
    authorize: (call) => inTime(acquirer.authorize(call)),
    continue: (call) => inTime(acquirer.continue(call)),
    operate: (call) => inTime(acquirer.operate(call)),
    find: (key) => inTime(acquirer.find(key)),
    close: (key) => inTime(acquirer.close(key)),
    charges: (query) => inTime(acquirer.charges(query)),
    disputes: (query) => inTime(acquirer.disputes(query)),
    respond: (response) => inTime(acquirer.respond(response)),
    acceptDispute: (id) => inTime(acquirer.acceptDispute(id)),
    cardUpdates: (query) => inTime(acquirer.cardUpdates(query)),
  };
}
