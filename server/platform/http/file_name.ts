/** The Content-Disposition header for a download, with names in any script (RFC 6266, RFC 5987). */

/** `attachment` with an ASCII name for old clients and the real name beside it. */
export function attachment(name: string): string {
  const clean = name.normalize("NFC").replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, "_").slice(0, 120) || "file";
  const plain = clean.replace(/[^\x20-\x7e]/g, "_").replace(/[%;']/g, "_");
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
