/** A page to write on from top to bottom: headings, paragraphs, rows; adds page numbers and a footer. */
import PDFDocument from "pdfkit";
import type { Language } from "../../../wire/site/languages.ts";
import { type Translate, translator } from "../../../i18n/translate.ts";
import type { FontName } from "./fonts.ts";
import { providedFont } from "./provided_fonts.ts";
import { runsOf } from "./runs.ts";

const MARGIN_PT = 56;
const FOOT_PT = 44;
const LABEL_PT = 150;
const INK = "#10202e";
const MUTED = "#4a5b6c";
const LINE = "#d5dde5";
const BRAND = "#0b6e63";
/** Ascent of DejaVu per font size; text of all fonts shares its baseline. */
const ASCENT = 0.928;
const SIZES = { title: 24, h2: 15, h3: 11.5, body: 10.5, small: 8.5 } as const;

export interface Paper {
  title(text: string, below: string): void;
  h2(text: string): void;
  h3(text: string): void;
  p(text: string): void;
  small(text: string): void;
  item(text: string): void;
  /** A label and its value; long values wrap. */
  row(label: string, value: string): void;
  /** A score from 0 to 100 as a bar, with its label. */
  bar(value: number, words: string): void;
  newPage(): void;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
}
interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly width: number;
  readonly lineGap: number;
}
export interface PaperOptions {
  readonly language: Language;
  /** Metadata of the file: our own text, never a member's. */
  readonly title: string;
  readonly foot: string;
  readonly made: Date;
}

/** No link, script or image can get into the file: all input is drawn as text. */
export function createPaper({ language, title, foot, made }: PaperOptions): Paper {
  const t = translator(language);
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN_PT, left: MARGIN_PT, right: MARGIN_PT, bottom: MARGIN_PT + FOOT_PT },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    font: "",
    info: { Title: title, Producer: "TrustCheck", Creator: "TrustCheck", CreationDate: made },
  });
  const registered = new Set<string>();
  const useFont = (name: FontName) => {
    if (!registered.has(name)) doc.registerFont(name, providedFont(name));
    registered.add(name);
    doc.font(name);
  };
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => void doc.on("end", resolve).on("error", reject));
  const width = doc.page.width - 2 * MARGIN_PT;
  /** Draws each script in its own font, within one paragraph. */
  const put = (text: string, font: "regular" | "bold", place: Place) => {
    const { x, y, size, ...rest } = place;
    doc.fontSize(size);
    const options = { ...rest, baseline: -ASCENT * size };
    const runs = runsOf(printable(text));
    runs.forEach((run, at) => {
      useFont(run.font ?? font);
      const continued = at < runs.length - 1;
      if (at === 0) doc.text(run.text, x, y, { ...options, continued });
      else doc.text(run.text, { ...options, continued });
    });
    useFont(font);
  };
  const write = (text: string, font: "regular" | "bold", look: { size: number; color?: string; gap?: number }) => {
    doc.fillColor(look.color ?? INK);
    put(text, font, { x: MARGIN_PT, y: doc.y, size: look.size, width, lineGap: 2.5 });
    doc.y += look.gap ?? 0;
  };
  const room = (points: number) => {
    if (doc.y + points > doc.page.height - MARGIN_PT - FOOT_PT) doc.addPage();
  };
  const paper: Paper = {
    title(text, below) {
      write("TrustCheck", "bold", { size: SIZES.h3, color: BRAND, gap: 10 });
      write(text, "bold", { size: SIZES.title, gap: 4 });
      write(below, "regular", { size: SIZES.body, color: MUTED, gap: 14 });
    },
    h2(text) {
      room(70);
      doc.y += 10;
      write(text, "bold", { size: SIZES.h2, gap: 5 });
    },
    h3(text) {
      room(46);
      doc.y += 4;
      write(text, "bold", { size: SIZES.h3, gap: 2 });
    },
    p: (text) => write(text, "regular", { size: SIZES.body, gap: 7 }),
    small: (text) => write(text, "regular", { size: SIZES.small, color: MUTED, gap: 4 }),
    item(text) {
      room(16);
      const top = doc.y;
      doc.circle(MARGIN_PT + 3, top + 6.5, 1.6).fill(BRAND);
      doc.fillColor(INK);
      put(text, "regular", { x: MARGIN_PT + 14, y: top, size: SIZES.body, width: width - 14, lineGap: 2.5 });
      doc.y += 4;
    },
    row(label, value) {
      useFont("regular");
      doc.fontSize(SIZES.body);
      const shown = printable(value === "" ? t("Unknown") : value);
      const height = Math.max(
        doc.heightOfString(shown, { width: width - LABEL_PT, lineGap: 2 }),
        doc.heightOfString(label, { width: LABEL_PT - 12, lineGap: 2 }),
      );
      room(height + 8);
      const top = doc.y;
      doc.fillColor(MUTED).text(label, MARGIN_PT, top, { width: LABEL_PT - 12, lineGap: 2 });
      doc.fillColor(INK);
      put(shown, "regular", { x: MARGIN_PT + LABEL_PT, y: top, size: SIZES.body, width: width - LABEL_PT, lineGap: 2 });
      doc.y = top + height + 3;
      doc.moveTo(MARGIN_PT, doc.y).lineTo(MARGIN_PT + width, doc.y).lineWidth(0.5).strokeColor(LINE).stroke();
      doc.y += 5;
    },
    bar(value, words) {
      room(44);
      write(words, "bold", { size: SIZES.h2, gap: 4 });
      const top = doc.y;
      doc.roundedRect(MARGIN_PT, top, width, 7, 3.5).fill(LINE);
      if (value > 0) doc.roundedRect(MARGIN_PT, top, Math.max(7, width * value / 100), 7, 3.5).fill(BRAND);
      doc.y = top + 18;
    },
    newPage: () => void doc.addPage(),
    async finish() {
      numberPages(doc, foot, t);
      doc.end();
      await ended;
      return join(chunks);
    },
  };
  return paper;
}

function numberPages(doc: PDFKit.PDFDocument, foot: string, t: Translate): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at);
    doc.page.margins.bottom = 0;
    const top = doc.page.height - FOOT_PT;
    const width = doc.page.width - 2 * MARGIN_PT;
    doc.font("regular").fontSize(7.5).fillColor(MUTED)
      .text(foot, MARGIN_PT, top - 12, { width: width - 60, height: 30 })
      .text(t("{page} of {pages}", { page: at + 1, pages: count }), MARGIN_PT + width - 60, top - 12, {
        width: 60,
        align: "right",
      });
  }
}

/** Control and direction characters would print as boxes or reverse the line. */
function printable(text: string): string {
  return text.normalize("NFC").replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, "").replace(/[^\P{Cc}\n]/gu, " ");
}

function join(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}
