/**
 * The report as a PDF: facts, reasons, unknowns, advice and earlier checks, with hash, versions and the verify address.
 */
import { zoneName } from "../../../wire/members/zone_name.ts";
import type { Language } from "../../../wire/site/languages.ts";
import { headlines } from "../../../wire/members/headlines.ts";
import { listedUnknowns, unknownOfReports } from "../../../wire/members/listed_unknowns.ts";
import type { Checked, ReportBody } from "../../../wire/members/report.ts";
import * as format from "../../../i18n/format.ts";
import { bandWords } from "../../../i18n/bands.ts";
import { type Translate, translationOf, translator } from "../../../i18n/translate.ts";
import { isSentenceCode, sentence } from "../../../wire/site/refusal.ts";
import { own } from "../../../wire/own_entry.ts";
import { ADVICE_SENTENCES, adviceOn } from "../scoring/advice.ts";
import { RULE_SENTENCES } from "../scoring/score_rules.ts";
import { UNKNOWN_SENTENCES } from "../scoring/unknowns.ts";
import { createPaper, type Paper } from "../pdf/paper.ts";
import { pluralForm } from "../../../wire/site/plural.ts";
import { regionName } from "../../../wire/site/formats.ts";

export interface ReportPdfInput {
  /** Number of look-ups of the member. */
  readonly language: Language;
  readonly body: ReportBody;
  readonly hash: string;
  /** Name of the requester; may be empty. */
  readonly madeFor: string;
  readonly earlier: readonly Checked[];
  /** Address of /verify, printed as text. */
  readonly origin: string;
  readonly nowMs: number;
}

/** The sentence that TRUST T14 requires. */
export function notAConsumerReport(t: Translate): string {
  return t(
    "This isn't a consumer report, and TrustCheck isn't a consumer reporting agency, under the US Fair Credit Reporting Act (FCRA). It may not be used for decisions about credit, insurance, employment, housing, or anything else for which that law requires a consumer report.",
  );
}

interface Sheet extends Paper {
  /** Same format as on the verify page, so that a reader can compare. */
  readonly moment: (iso: string) => string;
  readonly day: (iso: string) => string;
  readonly t: Translate;
  readonly language: Language;
  /** What the code says today; without words for it, the sentence that was stored. */
  readonly known: (code: string | undefined, stored: string) => string;
  readonly country: (code: string) => string;
  readonly lineType: (code: string) => string;
  readonly bands: ReturnType<typeof bandWords>;
}

export async function reportPdf(input: ReportPdfInput): Promise<Uint8Array<ArrayBuffer>> {
  const { body, hash, nowMs, language } = input;
  const t = translator(language);
  const paper = createPaper({
    language,
    title: t("TrustCheck phone number report"),
    foot: t("SHA-256 {hash}. Not a consumer report (FCRA).", { hash }),
    made: new Date(nowMs),
  });
  const moment = (iso: string) => format.moment(Date.parse(iso), language);
  const day = (iso: string) => format.day(Date.parse(iso), language);
  const sheet = { ...paper, ...wordsOf(language), t, language, moment, day, bands: bandWords(t) };
  writeHead(sheet, input);
  writeScore(sheet, body);
  writeFacts(sheet, body);
  writeReasons(sheet, body);
  writeAdvice(sheet, body);
  writeGaps(sheet, body);
  writeMemberReports(sheet, body);
  writeHistory(sheet, input);
  writeProof(sheet, input);
  return await sheet.finish();
}

const SENTENCES = { ...ADVICE_SENTENCES, ...RULE_SENTENCES, ...UNKNOWN_SENTENCES };

function wordsOf(language: Language): Pick<Sheet, "known" | "country" | "lineType"> {
  return {
    known: (code, stored) => translationOf(own(SENTENCES, code ?? "") ?? stored, language),
    country: (code) => regionName(code, language),
    lineType: (name) => {
      const code = `found_line_${name}`;
      return isSentenceCode(code) ? translationOf(sentence(code), language) : name;
    },
  };
}

function writeHead({ t, moment, title }: Sheet, { body, madeFor }: ReportPdfInput): void {
  const number = body.facts.phone.phoneNumberInternational || body.facts.e164;
  const checked = t("Checked on {time}.", { time: moment(body.created_at) });
  title(number, madeFor === "" ? checked : `${checked} ${t("For {name}.", { name: madeFor })}`);
}

function writeScore(sheet: Sheet, { score, confidence }: ReportBody): void {
  const { t, bands } = sheet;
  const { value } = score;
  if (value === null) sheet.p(t("No score: this isn't a phone number."));
  else {
    sheet.verdict({
      value,
      band: score.band,
      words: t("{value} out of 100: {band}", { value, band: bands[score.band] }),
      unit: t("risk"),
      note: confidenceText(t, confidence),
    });
  }
  sheet.small(
    t("The score describes the number, not a person. Anyone can spoof caller ID."),
  );
}

function writeReasons(sheet: Sheet, { score: { reasons } }: ReportBody): void {
  const { t, known, language } = sheet;
  sheet.h2(t("Why this score"));
  if (reasons.length === 0) sheet.p(t("No warning signs found."));
  for (const { title, rule, why, source, points, floor, without } of reasons) {
    const weight = floor === null
      ? pluralForm(language, points, { one: t("1 point"), other: t("{points} points", { points }) })
      : t("raises the score to at least {floor}", { floor });
    sheet.h3(`${known(`rule_${rule}_title`, title)}: ${weight}`);
    sheet.p(known(`rule_${rule}_why`, why));
    sheet.small(t("Rule {rule}. Source: {source}. Score without it: {without}.", {
      rule,
      source: known(`rule_${rule}_source`, source),
      without,
    }));
  }
}

function writeAdvice({ t, known, h2, h3, item }: Sheet, { score }: ReportBody): void {
  h2(t("What to do"));
  if (score.value !== null) h3(headlines(t)[score.band]);
  for (const { code, text } of adviceOn(score)) item(known(code, text));
}

function writeFacts(sheet: Sheet, { facts, claimedCountry = "" }: ReportBody): void {
  const { t, country, lineType, h2 } = sheet;
  const { phone } = facts;
  h2(t("What we know"));
  const rows: readonly (readonly [string, string])[] = [
    [t("Number"), facts.e164],
    [t("National format"), phone.phoneNumberLocal],
    [t("Valid number range"), phone.isValid && facts.setAside !== true ? t("Yes") : t("No")],
    [t("Country"), phone.countryCode === "" ? phone.countryName : country(phone.countryCode)],
    [t("Location"), phone.location],
    [t("City"), phone.city],
    [t("Line type"), lineType(phone.lineType)],
    [t("Carrier the range was assigned to"), phone.carrier],
    [t("Name"), phone.name],
    [t("Postal code"), phone.zipCode],
    [t("Time zones"), facts.timeZones.map(zoneName).join(", ")],
    [t("Claimed country"), claimedCountry === "" ? "" : country(claimedCountry)],
  ];
  // What is missing here is listed below, with the reason.
  sheet.tiles(rows.filter(([, value]) => value !== ""));
}

function confidenceText(t: Translate, { level }: ReportBody["confidence"]): string {
  return t("Confidence: {level}", { level: { low: t("low"), medium: t("medium"), high: t("high") }[level] });
}

function writeGaps(sheet: Sheet, { confidence, unknowns }: ReportBody): void {
  const { t, known } = sheet;
  sheet.h2(confidenceText(t, confidence));
  if (confidence.why.length === 0) sheet.p(t("We know of no gaps in the data behind this report."));
  confidence.why.forEach((why, at) => sheet.item(known(confidence.codes?.[at], why)));
  sheet.h2(t("What we couldn't check"));
  for (const { field, title, why, code } of listedUnknowns(unknowns)) {
    sheet.row(known(`field_${field}`, title ?? field), known(code, why));
  }
}

function writeMemberReports(sheet: Sheet, { memberReports, unknowns }: ReportBody): void {
  const { t, known, h2, p } = sheet;
  const gap = unknownOfReports(unknowns);
  h2(t("Member reports"));
  if (memberReports.count > 0 || gap === undefined) p(reportsText(sheet, memberReports));
  if (gap !== undefined) p(known(gap.code, gap.why));
}

function reportsText({ t, language }: Sheet, { count, bad, disputed }: ReportBody["memberReports"]): string {
  if (count === 0) return t("No member reports yet.");
  const line = pluralForm(language, count, {
    one: t("1 member report, {bad} negative.", { bad }),
    other: t("{count} member reports, {bad} negative.", { bad, count }),
  });
  return disputed === true
    ? `${line} ${t("These reports are disputed. For 30 days, those made before the dispute count for half.")}`
    : line;
}

function writeHistory({ t, day, bands, h2, row }: Sheet, { earlier }: ReportPdfInput): void {
  h2(t("Your checks of this number"));
  for (const { at, score, band: was } of earlier) {
    row(
      day(at),
      score === null ? t("No score") : t("{value} out of 100: {band}", { value: score, band: bands[was] }),
    );
  }
}

function writeProof(sheet: Sheet, { body, hash, origin, nowMs }: ReportPdfInput): void {
  const { t } = sheet;
  sheet.h2(t("Verification"));
  sheet.row(t("Report"), body.id);
  sheet.row(t("Data and rules"), body.facts.dataVersions.join(", "));
  sheet.row(t("Printed on"), sheet.moment(new Date(nowMs).toISOString()));
  sheet.row(t("Verify at"), `${origin}/verify/${hash}`);
  sheet.small(
    t(
      "The hash covers the report's data as stored. Anyone who has this document can compare its number, score, and time with the verification page.",
    ),
  );
  sheet.h3(t("Permitted use"));
  sheet.p(notAConsumerReport(t));
}
