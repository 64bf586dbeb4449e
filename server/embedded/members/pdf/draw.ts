/** PDFs are drawn in a worker, one after the other: a sheet takes tenths of a second that nobody else has to wait. */
import type { Drawing, Drawn, Order } from "./pdf_worker.ts";

/** A worker that nobody needs any more gives its memory back. */
const IDLE_MS = 60_000;

interface Waiting {
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: Error) => void;
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
  waiting.set(order.id, { resolve, reject });
  worker.postMessage(order);
  return promise;
}

function open(): Worker {
  const opened = new Worker(import.meta.resolve("pdf-worker"), { type: "module", name: "pdf" });
  opened.onmessage = ({ data }: MessageEvent<Drawn>) => {
    const order = waiting.get(data.id);
    waiting.delete(data.id);
    if ("bytes" in data) order?.resolve(data.bytes);
    else order?.reject(new Error(data.error));
    if (waiting.size === 0) rest();
  };
  // It died: whoever waits is told, and the next one gets a new worker.
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

function rest(): void {
  idle = setTimeout(close, IDLE_MS);
  Deno.unrefTimer(idle);
}

function close(): void {
  worker?.terminate();
  worker = undefined;
}
