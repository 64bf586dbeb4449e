/** POST /report/check: the free check, streamed one line per real step, in the server's own times. */
import type { Log } from "../../../platform/log.ts";
import { listedUnknowns } from "../../../wire/members/listed_unknowns.ts";
import type { CheckEvent } from "../../../wire/members/report.ts";
import { lookUp, type LookupPorts, type LookupQuestion } from "./lookup.ts";
import { unknownsOf } from "../scoring/unknowns.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export const NDJSON = { "content-type": "application/x-ndjson; charset=utf-8" };

const OUR_FAULT = refusal("check_stopped");

type Send = (event: CheckEvent) => void;

interface LogPort {
  readonly log: Log;
}

/**
 * Each event leaves the moment its step is done, or all at once where no step has to wait; never delayed for effect.
 */
export async function answerCheck(question: LookupQuestion, ports: LookupPorts, logging: LogPort): Promise<Response> {
  if (ports.source.isAtHand === true) {
    return new Response(await checkLines(question, ports, logging), { headers: NDJSON });
  }
  return new Response(streamOf((send) => runCheck(question, { ports, send, ...logging })), { headers: NDJSON });
}

/** The whole stream as one text. */
export async function checkLines(question: LookupQuestion, ports: LookupPorts, { log }: LogPort): Promise<string> {
  let lines = "";
  const send = (event: CheckEvent) => {
    lines += JSON.stringify(event) + "\n";
  };
  await runCheck(question, { ports, log, send });
  return lines;
}

interface Run extends LogPort {
  readonly ports: LookupPorts;
  readonly send: Send;
}

async function runCheck(question: LookupQuestion, { ports, send, log }: Run): Promise<void> {
  const last = await checkEvents(question, ports, send).catch((error: unknown): CheckEvent => {
    log.error("check.failed", { error });
    return { type: "failed", ...OUR_FAULT };
  });
  send(last);
}

function streamOf(run: (send: Send) => Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      await run((event) => controller.enqueue(encoder.encode(JSON.stringify(event) + "\n")));
      controller.close();
    },
  });
}

/** Sends the steps and returns the event that ends the stream. */
async function checkEvents(
  question: LookupQuestion,
  ports: LookupPorts,
  send: Send,
): Promise<CheckEvent> {
  const outcome = await lookUp(question, ports, (step) => send({ type: "step", ...step }));
  if (outcome.kind === "failed") return { type: "failed", ...refusal(outcome.why) };
  const { known, facts, score } = outcome.looked;
  // The purchase asks for the country, so the report does not lack it.
  const unknowns = listedUnknowns(unknownsOf(known)).filter(({ field }) => field !== "country").length;
  const paid = { unknowns, memberReports: known.reports.reporters };
  return { type: "done", result: { facts, score, paid } };
}
