/** Renders PDFs in a worker, one after another: a page takes tenths of a second that would delay other requests. */
import { fail, RefusedRequest } from "../../../platform/http/answer.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import { fontFile, type FontName } from "../pdf/fonts.ts";
import { openPdfWorker } from "./open_worker.ts";
import type { Drawing, DrawResult, Order } from "./pdf_worker.ts";

/** An idle worker is stopped to free its memory. */
const IDLE_MS = 60_000;

/** What waits in front of a request takes some seconds; a longer queue would only hold requests open. */
export const MAX_WAITING = 20;
const BUSY = refusal("service_down");

interface Waiting {
  readonly id: number;
  readonly drawing: Drawing;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
}

let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
let waiting: readonly Waiting[] = [];
let current: Waiting | undefined;

/**
 * The file, or 503 when too many wait. Aborted while it waits, it is not rendered: a client that asks and leaves would
 * otherwise keep the worker from the others.
 */
export async function drawPdf(drawing: Drawing, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  dropAbandoned();
  if (waiting.length >= MAX_WAITING) fail(503, BUSY);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  waiting = [...waiting, { id: ++lastId, drawing, signal, resolve, reject }];
  if (current === undefined) drawNext();
  return await promise;
}

function drawNext(): void {
  dropAbandoned();
  [current, ...waiting] = waiting;
  clearTimeout(idle);
  if (current === undefined) return rest();
  worker ??= open();
  const { id, drawing } = current;
  const order: Order = { id, drawing };
  worker.postMessage(order);
}

function dropAbandoned(): void {
  for (const { signal, reject } of waiting) if (signal?.aborted) reject(new RefusedRequest(408, BUSY));
  waiting = waiting.filter(({ signal }) => signal?.aborted !== true);
}

function open(): Worker {
  const opened = openPdfWorker();
  opened.onmessage = ({ data }: MessageEvent<DrawResult>) => {
    const order = current;
    if (order?.id !== data.id) return;
    if ("lacks" in data) return void orderAgain(opened, order, data.lacks);
    if ("bytes" in data) order.resolve(data.bytes);
    else order.reject(new Error(data.error));
    drawNext();
  };
  // The worker died: its request fails, and the next one starts a new worker.
  opened.onerror = (event) => {
    event.preventDefault();
    close();
    current?.reject(new Error("The PDF worker ended", { cause: event.message }));
    drawNext();
  };
  return opened;
}

/** Repeats the request with the missing font, which the worker keeps. */
async function orderAgain(to: Worker, order: Waiting, name: FontName): Promise<void> {
  try {
    const bytes = await Deno.readFile(fontFile(name));
    if (current !== order) return;
    const again: Order = { id: order.id, drawing: order.drawing, font: { name, bytes } };
    to.postMessage(again, [bytes.buffer]);
  } catch (error) {
    order.reject(error);
    if (current === order) drawNext();
  }
}

function rest(): void {
  idle = setTimeout(close, IDLE_MS);
  Deno.unrefTimer(idle);
}

function close(): void {
  worker?.terminate();
  worker = undefined;
}
