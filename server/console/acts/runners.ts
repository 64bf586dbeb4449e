/** Every act of the console with the code that plans and runs it. */
import type { Act, ActRequest } from "../../wire/admin/acts.ts";
import type { ActRunner } from "./act.ts";
import { answerDispute, replayWebhook } from "./payment_acts.ts";
import { erase, exportPerson } from "./person_acts.ts";
import { cancel, pause, refund, resend, resume } from "./purchase_acts.ts";

const RUNNERS: { readonly [Name in Act]: ActRunner<Extract<ActRequest, { act: Name }>> } = {
  refund,
  cancel,
  pause,
  resume,
  resend,
  replay_webhook: replayWebhook,
  answer_dispute: answerDispute,
  export: exportPerson,
  erase,
};

export function runnerOf(request: ActRequest): ActRunner<ActRequest> {
  // Each runner takes the requests of its own act.
  return RUNNERS[request.act] as ActRunner<ActRequest>;
}
