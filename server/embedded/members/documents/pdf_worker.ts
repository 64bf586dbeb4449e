/** The worker that renders PDFs: returns the file, an error, or the name of a font it needs. */
import { drawGuide } from "../guide/guide_pdf.ts";
import { GUIDE } from "../guide/guide.ts";
import { reportPdf, type ReportPdfInput } from "../reports/report_pdf.ts";
import { receiptPdf, type ReceiptPdfInput } from "../receipts/receipt_pdf.ts";
import type { FontName } from "../pdf/fonts.ts";
import { MissingFont, provideFont } from "../pdf/provided_fonts.ts";

export type Drawing =
  | { readonly kind: "guide" }
  | { readonly kind: "report"; readonly input: ReportPdfInput }
  | { readonly kind: "receipt"; readonly input: ReceiptPdfInput };
export interface Order {
  readonly id: number;
  readonly drawing: Drawing;
  /** The font missing in the last response. */
  readonly font?: { readonly name: FontName; readonly bytes: Uint8Array<ArrayBuffer> };
}
export type DrawResult =
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly lacks: FontName }
  | { readonly id: number; readonly error: string };

interface Scope {
  onmessage: ((event: MessageEvent<Order>) => void) | null;
  postMessage(drawn: DrawResult, transfer?: Transferable[]): void;
}

function draw(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  switch (drawing.kind) {
    case "guide":
      return drawGuide(GUIDE);
    case "report":
      return reportPdf(drawing.input);
    case "receipt":
      return receiptPdf(drawing.input);
  }
}

const scope: Scope = Object(globalThis);
scope.onmessage = async ({ data: { id, drawing, font } }) => {
  if (font !== undefined) provideFont(font.name, font.bytes);
  try {
    const bytes = await draw(drawing);
    scope.postMessage({ id, bytes }, [bytes.buffer]);
  } catch (error) {
    if (error instanceof MissingFont) scope.postMessage({ id, lacks: error.font });
    else scope.postMessage({ id, error: error instanceof Error ? error.stack ?? error.message : String(error) });
  }
};
