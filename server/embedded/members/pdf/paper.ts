/** A page to write on from top to bottom: headings, paragraphs, rows; adds page numbers and a footer. */
import PDFDocument from "pdfkit";
import type { Band } from "../../../wire/members/report.ts";
import { arcPath, GAUGE_SEGMENTS, pointerAngle } from "../../../wire/members/gauge_shape.ts";
import type { Language } from "../../../wire/site/languages.ts";
import { type Translate, translator } from "../../../i18n/translate.ts";
import type { FontName } from "./fonts.ts";
import { providedFont } from "./provided_fonts.ts";
import { runsOf } from "./runs.ts";

const MARGIN_PT = 48;
const FOOT_PT = 28;
const LABEL_PT = 150;
const MARK_PT = 18;
/** Width of the mark in its own units. */
const MARK_WIDTH = 30;
const INK = "#10202e";
const MUTED = "#4a5b6c";
const LINE = "#d5dde5";
const BRAND = "#0b6e63";
const MIST = "#f4f6f8";
const TILE_GAP_PT = 6;
const TILE_COLUMNS = 3;
const TILE_PAD_PT = 10;
/** Width of the gauge in its own units. */
const GAUGE_WIDTH = 220;
/** The bands in the colours of the light screen: tokens.css. */
const BAND_COLOURS: Readonly<Record<Band, { readonly ink: string; readonly tint: string }>> = {
  none: { ink: "#0b6e63", tint: "#e3f3f0" },
  some: { ink: "#1d5fbf", tint: "#e8f0fc" },
  caution: { ink: "#8a5a00", tint: "#fbf1da" },
  suspicious: { ink: "#b1430f", tint: "#fdebe1" },
  high: { ink: "#b3202c", tint: "#fdeaec" },
};
/** Ascent of DejaVu per font size; text of all fonts shares its baseline. */
const ASCENT = 0.928;
const SIZES = { title: 24, h2: 14, h3: 11, body: 10, small: 8.5 } as const;

export interface Paper {
  title(text: string, below: string): void;
  h2(text: string): void;
  h3(text: string): void;
  p(text: string): void;
  small(text: string): void;
  item(text: string): void;
  /** One of several things to do in order, counted from 1. */
  step(n: number, text: string): void;
  /** A label and its value; long values wrap. */
  row(label: string, value: string): void;
  /** Labels with their values in three columns. */
  tiles(rows: readonly (readonly [string, string])[]): void;
  /** A score on the gauge of the screen, in the tint of its band. */
  verdict(verdict: Verdict): void;
  /** A sum in large type on a tinted card. */
  total(label: string, sum: string): void;
  newPage(): void;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
}
export interface Verdict {
  /** 0 to 100. */
  readonly value: number;
  readonly band: Band;
  readonly words: string;
  /** Below the number. */
  readonly unit: string;
  /** Below the words. */
  readonly note: string;
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
  /** Text beside its mark, which stands in the margin. */
  const hang = (text: string, left: number) => {
    doc.fillColor(INK);
    put(text, "regular", { x: MARGIN_PT + left, y: doc.y, size: SIZES.body, width: width - left, lineGap: 2.5 });
    doc.y += 4;
  };
  const paper: Paper = {
    title(text, below) {
      drawMark(doc, doc.y);
      doc.fillColor(BRAND);
      put("TrustCheck", "bold", { x: MARGIN_PT + MARK_PT + 5, y: doc.y + 1.5, size: SIZES.h3, width, lineGap: 2.5 });
      doc.y += 10;
      write(text, "bold", { size: SIZES.title, gap: 4 });
      write(below, "regular", { size: SIZES.body, color: MUTED, gap: 14 });
    },
    h2(text) {
      room(70);
      doc.y += 8;
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
      doc.circle(MARGIN_PT + 3, doc.y + 6.5, 1.6).fill(BRAND);
      hang(text, 14);
    },
    step(n, text) {
      room(16);
      const top = doc.y;
      doc.fillColor(BRAND);
      put(`${n}.`, "bold", { x: MARGIN_PT, y: top, size: SIZES.body, width: 18, lineGap: 2.5 });
      doc.y = top;
      hang(text, 18);
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
    tiles(rows) {
      const column = (width - (TILE_COLUMNS - 1) * TILE_GAP_PT) / TILE_COLUMNS;
      const inner = column - 2 * TILE_PAD_PT;
      for (let at = 0; at < rows.length; at += TILE_COLUMNS) {
        const pair = rows.slice(at, at + TILE_COLUMNS).map(([label, value]) => [label, printable(value)] as const);
        useFont("bold");
        doc.fontSize(SIZES.body);
        const heights = pair.map(([, value]) => doc.heightOfString(value, { width: inner, lineGap: 2 }));
        const height = Math.max(...heights) + 30;
        room(height + 6);
        const top = doc.y;
        pair.forEach(([label, value], side) => {
          const left = MARGIN_PT + side * (column + TILE_GAP_PT);
          doc.roundedRect(left, top, column, height, 7).fill(MIST);
          doc.fillColor(MUTED);
          put(label, "regular", { x: left + TILE_PAD_PT, y: top + 8, size: SIZES.small, width: inner, lineGap: 0 });
          doc.fillColor(INK);
          put(value, "bold", { x: left + TILE_PAD_PT, y: top + 20, size: SIZES.body, width: inner, lineGap: 2 });
        });
        doc.y = top + height + 6;
      }
    },
    verdict({ value, band, words, unit, note }) {
      const height = 112;
      room(height + 12);
      const top = doc.y;
      doc.roundedRect(MARGIN_PT, top, width, height, 14).fill(BAND_COLOURS[band].tint);
      drawGauge(doc, { value, band, left: MARGIN_PT + 18, top: top + 12, size: 160 });
      const middle = (text: string, font: "regular" | "bold", y: number, size: number) => {
        useFont(font);
        doc.fontSize(size);
        const left = MARGIN_PT + 98 - doc.widthOfString(text) / 2;
        put(text, font, { x: left, y, size, width: 120, lineGap: 0 });
      };
      doc.fillColor(INK);
      middle(String(value), "bold", top + 60, 28);
      doc.fillColor(MUTED);
      middle(unit, "regular", top + 91, SIZES.small);
      doc.fillColor(BAND_COLOURS[band].ink);
      put(words, "bold", { x: MARGIN_PT + 212, y: top + 34, size: 17, width: width - 230, lineGap: 2 });
      doc.fillColor(INK);
      put(note, "regular", { x: MARGIN_PT + 212, y: doc.y + 4, size: SIZES.body, width: width - 230, lineGap: 2 });
      doc.y = top + height + 10;
    },
    total(label, sum) {
      const height = 78;
      room(height + 12);
      const top = doc.y;
      doc.roundedRect(MARGIN_PT, top, width, height, 14).fill(BAND_COLOURS.none.tint);
      doc.fillColor(MUTED);
      put(label, "regular", { x: MARGIN_PT + 18, y: top + 14, size: SIZES.body, width: width - 36, lineGap: 0 });
      doc.fillColor(BRAND);
      put(sum, "bold", { x: MARGIN_PT + 18, y: top + 32, size: 26, width: width - 36, lineGap: 0 });
      doc.y = top + height + 10;
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

/** The product's mark, as pages draw it: server/pages/wordmark.ts. */
function drawMark(doc: PDFKit.PDFDocument, top: number): void {
  doc.save().translate(MARGIN_PT, top).scale(MARK_PT / MARK_WIDTH);
  doc.path("M15 2a12 12 0 0 1 0 24h-2L6 29v-5.400A12 12 0 0 1 15 2z").fill(BRAND);
  doc.path("M9.500 14.500l4 4 7.500-8.500").lineWidth(3).lineCap("round").lineJoin("round").strokeColor("#ffffff")
    .stroke();
  doc.restore();
}

interface Gauge extends Pick<Verdict, "value" | "band"> {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** The gauge of the screen: every segment faint in its own colour, the score's one full. */
function drawGauge(doc: PDFKit.PDFDocument, { value, band, left, top, size }: Gauge): void {
  doc.save().translate(left, top).scale(size / GAUGE_WIDTH);
  for (const part of GAUGE_SEGMENTS) {
    const isHere = part.band === band;
    doc.path(arcPath(part.from + 0.8, part.to - 0.8)).lineWidth(isHere ? 18 : 12)
      .strokeOpacity(isHere ? 1 : 0.24).strokeColor(BAND_COLOURS[part.band].ink).stroke();
  }
  doc.strokeOpacity(1);
  if (band === "none") {
    doc.circle(110, 50, 15).fill(BAND_COLOURS[band].ink);
    doc.path("M103 50.5L108 55.5L117 45.5").lineWidth(3).strokeColor("#ffffff").stroke();
  } else {
    doc.rotate(pointerAngle(value), { origin: [110, 112] });
    doc.path("M110 32L118 46L102 46Z").fill(BAND_COLOURS[band].ink);
  }
  doc.restore();
}

function numberPages(doc: PDFKit.PDFDocument, foot: string, t: Translate): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at);
    doc.page.margins.bottom = 0;
    const top = doc.page.height - FOOT_PT;
    const width = doc.page.width - 2 * MARGIN_PT;
    doc.font("regular").fontSize(7.5).fillColor(MUTED)
      .text(foot, MARGIN_PT, top - 12, { width: width - 40, height: 30 })
      .text(t("{page} of {pages}", { page: at + 1, pages: count }), MARGIN_PT + width - 40, top - 12, {
        width: 40,
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
