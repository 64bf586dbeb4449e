/** Renders PDFs in a worker, one after another: a page takes tenths of a second that would delay other requests. */
import { fontFile, type FontName } from "../pdf/fonts.ts";
import { openPdfWorker } from "./open_worker.ts";
import type { Drawing, DrawResult, Order } from "./pdf_worker.ts";

/** An idle worker is stopped to free its memory. */
const IDLE_MS = 60_000;

interface Waiting {
  readonly drawing: Drawing;
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
}

let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

export function drawPdf(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  clearTimeout(idle);
  worker ??= open();
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const order: Order = { id: ++lastId, drawing };
  waiting.set(order.id, { drawing, resolve, reject });
  worker.postMessage(order);
  return promise;
}

function open(): Worker {
  const opened = openPdfWorker();
  opened.onmessage = ({ data }: MessageEvent<DrawResult>) => {
    const order = waiting.get(data.id);
    if (order === undefined) return;
    if ("lacks" in data) return void orderAgain(opened, data.id, data.lacks);
    waiting.delete(data.id);
    if ("bytes" in data) order.resolve(data.bytes);
    else order.reject(new Error(data.error));
    if (waiting.size === 0) rest();
  };
  // The worker died: waiting requests fail, and the next one starts a new worker.
  opened.onerror = (event) => {
    event.preventDefault();
    close();
    for (const [id, { reject }] of waiting) {
      waiting.delete(id);
      reject(new Error("The PDF worker ended", { cause: event.message }));
    }
  };
  return opened;
}

/** Repeats the request with the missing font, which the worker keeps. */
async function orderAgain(to: Worker, id: number, name: FontName): Promise<void> {
  const bytes = await Deno.readFile(fontFile(name)).catch((error: unknown) => {
    waiting.get(id)?.reject(error);
    waiting.delete(id);
  });
  const order = waiting.get(id);
  if (bytes === undefined || order === undefined) return;
  const again: Order = { id, drawing: order.drawing, font: { name, bytes } };
  to.postMessage(again, [bytes.buffer]);
}

function rest(): void {
  idle = setTimeout(close, IDLE_MS);
  Deno.unrefTimer(idle);
}

function close(): void {
  worker?.terminate();
  worker = undefined;
}
