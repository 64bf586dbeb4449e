/**
 * The PDF worker has no permissions: no file, network, environment or program, whatever a name in a report might make
 * the library do (SECURITY M11). It can load only its imports, so fonts are passed to it as bytes.
 */
export function openPdfWorker(module = import.meta.resolve("pdf-worker")): Worker {
  return new Worker(module, { type: "module", name: "pdf", deno: { permissions: "none" } });
}
