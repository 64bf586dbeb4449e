/** A receipt as a PDF: its number, what was charged when and for what, and a refund if there is one. */
import type { Language } from "../../../wire/site/languages.ts";
import { translationOf, translator } from "../../../i18n/translate.ts";
import * as format from "../../../i18n/format.ts";
import type { Charge } from "../../../wire/billing/subscriptions.ts";
import { createPaper } from "../pdf/paper.ts";

export interface ReceiptPdfInput {
  readonly language: Language;
  readonly charge: Charge;
  /** Address that the receipt was sent to. */
  readonly email: string;
  /** Origin of the web app, printed as text. */
  readonly origin: string;
  readonly nowMs: number;
}

export async function receiptPdf(input: ReceiptPdfInput): Promise<Uint8Array<ArrayBuffer>> {
  const { language, charge, email, origin, nowMs } = input;
  const { receipt = "", refund, cents, at } = charge;
  const t = translator(language);
  const money = (sum: number) => format.money(sum, language);
  const day = (iso: string) => format.day(Date.parse(iso), language);
  const paper = createPaper({
    language,
    title: t("TrustCheck receipt {number}", { number: receipt }),
    foot: `TrustCheck, ${origin}`,
    made: new Date(nowMs),
  });
  paper.title(t("Receipt {id}", { id: receipt }), t("Paid on {day}", { day: day(at) }));
  paper.total(t("Total paid"), money(cents));
  paper.h2(t("What you bought"));
  paper.row(t("Product"), translationOf(charge.name, language));
  paper.row(t("Type"), KINDS[charge.kind](t));
  paper.row(t("Amount"), money(cents));
  paper.row(t("Date"), day(at));
  paper.row(t("Receipt number"), receipt);
  if (email !== "") paper.row(t("Email"), email);
  if (refund !== undefined && refund !== null) {
    paper.h2(t("Refund"));
    for (const [name, value] of refundRows(refund, { t, money, day })) paper.row(name, value);
  }
  paper.small(t("Prices are in US dollars. Keep this receipt for your records."));
  return await paper.finish();
}

interface Words {
  readonly t: ReturnType<typeof translator>;
  readonly money: (cents: number) => string;
  readonly day: (iso: string) => string;
}

/** A receipt is proof of what was sent. What is only owed, such as while a dispute is open, is on its way. */
function refundRows(
  { id, cents, sent_cents, at, is_sent }: NonNullable<Charge["refund"]>,
  { t, money, day }: Words,
): readonly (readonly [name: string, value: string])[] {
  if (is_sent) return [[t("Refunded"), money(cents)], [t("Date"), day(at)], [t("Receipt number"), id]];
  const sent = sent_cents ?? 0;
  const rest = [t("Refund on its way"), money(cents - sent)] as const;
  return sent === 0 ? [rest] : [[t("Refunded"), money(sent)], [t("Receipt number"), id], rest];
}

const KINDS: Readonly<Record<Charge["kind"], (t: ReturnType<typeof translator>) => string>> = {
  first: (t) => t("First plan charge"),
  renewal: (t) => t("Plan renewal"),
  addon: (t) => t("One-time purchase"),
};
