/** The report as a PDF: every fact, reason, unknown, advice and earlier check, with hash, versions and where to verify. */
import type { Checked, ReportBody } from "../../wire/members.ts";
import { adviceOn } from "./advice.ts";
import { createPaper, type Paper } from "./pdf/paper.ts";

export interface ReportPdfInput {
  readonly body: ReportBody;
  readonly hash: string;
  /** Who asked for it; may be empty. */
  readonly madeFor: string;
  readonly earlier: readonly Checked[];
  /** Where /verify stands, printed as text. */
  readonly origin: string;
  readonly nowMs: number;
}

/** TRUST T14. */
export const NOT_A_CONSUMER_REPORT =
  "This is not a consumer report, and TrustCheck is not a consumer reporting agency, under the US Fair Credit " +
  "Reporting Act (FCRA). It must not be used to decide about credit, insurance, employment, housing or anything else " +
  "for which that law asks for a consumer report.";
const ABOUT_THE_NUMBER =
  "The score is about the number, not about a person. Anybody can make a phone show a number that is not theirs.";
const BAND_WORDS = {
  none: "no known signals",
  some: "some signals",
  caution: "caution",
  suspicious: "suspicious",
  high: "high risk",
} as const;

export async function reportPdf(input: ReportPdfInput): Promise<Uint8Array<ArrayBuffer>> {
  const { body, hash, nowMs } = input;
  const paper = createPaper({
    title: "TrustCheck phone report",
    foot: `SHA-256 ${hash}. Not a consumer report (FCRA).`,
    made: new Date(nowMs),
  });
  writeHead(paper, input);
  writeScore(paper, body);
  writeFacts(paper, body);
  writeGaps(paper, body);
  paper.h2("What to do");
  for (const advice of adviceOn(body.score)) paper.item(advice);
  writeHistory(paper, input);
  writeProof(paper, input);
  return await paper.finish();
}

function writeHead(paper: Paper, { body, madeFor }: ReportPdfInput): void {
  const number = body.facts.phone.phoneNumberInternational || body.facts.e164;
  const who = madeFor === "" ? "" : ` For ${madeFor}.`;
  paper.title(number, `Checked on ${moment(body.created_at)}.${who}`);
}

function writeScore(paper: Paper, { score }: ReportBody): void {
  const { value, band, reasons } = score;
  if (value === null) paper.p("No score: this is not a phone number.");
  else paper.bar(value, `${value} of 100: ${BAND_WORDS[band]}`);
  paper.small(ABOUT_THE_NUMBER);
  paper.h2("Why this score");
  if (reasons.length === 0) paper.p("No rule gave any points.");
  for (const reason of reasons) {
    const points = reason.floor === null ? `${reason.points} points` : `lifts to at least ${reason.floor}`;
    paper.h3(`${reason.title}: ${points}`);
    paper.p(reason.why);
    paper.small(`Rule ${reason.rule}. Source: ${reason.source}. Without this: ${reason.without}.`);
  }
}

function writeFacts(paper: Paper, { facts, memberReports }: ReportBody): void {
  const { phone } = facts;
  paper.h2("What is known");
  const rows: readonly (readonly [string, string])[] = [
    ["Number", facts.e164],
    ["Written at home", phone.phoneNumberLocal],
    ["In a range that is in use", phone.isValid ? "Yes" : "No"],
    ["Country", phone.countryName],
    ["Place", phone.location],
    ["City", phone.city],
    ["Kind of line", phone.lineType],
    ["Network the range was given to", phone.carrier],
    ["Name", phone.name],
    ["Postal code", phone.zipCode],
    ["Time zones", facts.timeZones.join(", ")],
    ["Reports of members", reportsText(memberReports)],
  ];
  for (const [label, value] of rows) paper.row(label, value);
}

function reportsText({ count, bad, disputed }: ReportBody["memberReports"]): string {
  if (count === 0) return "None";
  const under = disputed === true ? " Somebody disputes them; that is under review." : "";
  return `${bad} of ${count} ${count === 1 ? "member" : "members"} reported trouble.${under}`;
}

function writeGaps(paper: Paper, { confidence, unknowns }: ReportBody): void {
  paper.h2(`How sure this is: ${confidence.level}`);
  if (confidence.why.length === 0) paper.p("The data behind what we say has no gap that we know of.");
  for (const why of confidence.why) paper.item(why);
  paper.h2("What we could not check");
  for (const { field, title, why } of unknowns) paper.row(title ?? field, why);
}

function writeHistory(paper: Paper, { earlier }: ReportPdfInput): void {
  paper.h2("Your checks of this number");
  for (const { at, score, band } of earlier) {
    paper.row(moment(at), score === null ? "No score" : `${score} of 100: ${BAND_WORDS[band]}`);
  }
}

function writeProof(paper: Paper, { body, hash, origin, nowMs }: ReportPdfInput): void {
  paper.h2("Proof");
  paper.row("Report", body.id);
  paper.row("Data and rules", body.facts.dataVersions.join(", "));
  paper.row("Printed on", moment(new Date(nowMs).toISOString()));
  paper.row("SHA-256 of the data", hash);
  paper.row("Verify at", `${origin}/verify/${hash}`);
  paper.small(
    "The hash is taken over the report's data as it is stored. Whoever holds this sheet can compare number, score and " +
      "time with the verify page.",
  );
  paper.h3("What this may be used for");
  paper.p(NOT_A_CONSUMER_REPORT);
}

function moment(iso: string): string {
  const [day = "", time = ""] = iso.split("T");
  return `${day} ${time.slice(0, 5)} UTC`;
}
