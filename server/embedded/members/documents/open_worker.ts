/**
 * The worker of PDFs has no permission at all: no file, address, setting or program, whatever a name in a report might
 * make the library do (SECURITY M11). Only what it imports is loaded for it, so fonts are handed to it as bytes.
 */
export function openPdfWorker(module = import.meta.resolve("pdf-worker")): Worker {
  return new Worker(module, { type: "module", name: "pdf", deno: { permissions: "none" } });
}
