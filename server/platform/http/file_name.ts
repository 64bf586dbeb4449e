/** The header that offers an answer as a file, with names of any script (RFC 6266 and 5987). */

/** `attachment` with a plain ASCII name for old readers and the true name beside it. */
export function attachment(name: string): string {
  const clean = name.normalize("NFC").replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, "_").slice(0, 120) || "file";
  const plain = clean.replace(/[^\x20-\x7e]/g, "_").replace(/[%;']/g, "_");
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
