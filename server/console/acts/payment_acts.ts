/** Acts on payments: a webhook that is sent once more, and the answer to a dispute. */
import type { Act, ActRequest } from "../../wire/admin/acts.ts";
import { type ActRunner, here, refuse } from "./act.ts";

type Of<Name extends Act> = Extract<ActRequest, { act: Name }>;

export const replayWebhook: ActRunner<Of<"replay_webhook">> = {
  async plan(ports, { webhook_id }) {
    const webhook = await here(ports.payments).webhook(webhook_id) ?? refuse(404, "unknown");
    if (!webhook.canReplay) refuse(409, "state_forbids");
    return {
      subject: { kind: "webhook", id: webhook_id },
      concerns: [webhook.executionId],
      effects: [{ kind: "webhook", event: webhook.event, origin: webhook.origin }],
      warnings: [],
    };
  },
  async run(ports, { webhook_id }, { key }) {
    await here(ports.payments).replay(webhook_id, key);
    // The delivery itself follows; its attempts are on the timeline.
    return "pending";
  },
};

export const answerDispute: ActRunner<Of<"answer_dispute">> = {
  async plan(ports, { dispute_id, answer, evidence }) {
    const dispute = await here(ports.payments).dispute(dispute_id) ?? refuse(404, "unknown");
    if (dispute.dueMs === undefined) refuse(409, "state_forbids");
    if (answer === "contest" && evidence.trim() === "") refuse(409, "evidence_missing");
    const subject = { kind: "dispute", id: dispute_id } as const;
    const [to, event] = endOf(answer, dispute.kind);
    const origins = await here(ports.payments).webhookOrigins(dispute.executionId);
    return {
      subject,
      concerns: [dispute.executionId],
      effects: [
        { kind: "state", subject, field: "dispute", from: dispute.state, to },
        ...origins.map((origin) => ({ kind: "webhook", event, origin } as const)),
      ],
      warnings: answer === "contest"
        ? ["answered_once"]
        : ["not_reversible", ...(to === "accepted" ? ["money_stays_with_cardholder"] : [])],
    };
  },
  async run(ports, { dispute_id: id, answer, evidence }, { key }) {
    const end = await here(ports.payments).answerDispute({ id, answer, evidence, key });
    return end === "refused" ? refuse(409, "state_changed") : end;
  },
};

/** The state that an answer leads to, and its webhook. Accepting a dispute that has moved no money closes it. */
function endOf(answer: "contest" | "accept", kind: string) {
  if (answer === "contest") return ["under_review", "disputeUnderReview"] as const;
  return kind === "chargeback" ? ["accepted", "disputeAccepted"] as const : ["closed", "disputeClosed"] as const;
}
