/**
 * The fonts of our PDFs and their files. DejaVu covers Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic;
 * names in other scripts use a Noto font each.
 */

export const FONTS = ["regular", "bold", "han", "hangul", "devanagari", "thai"] as const;
export type FontName = (typeof FONTS)[number];

/** Below the package's folder: fonts of one script each, in one weight. */
const PLACES: Readonly<Record<FontName, () => string>> = {
  regular: () => import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  bold: () => import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
  han: () => new URL("../fonts/NotoSansHans-Regular.otf", import.meta.resolve("@embedpdf/fonts-sc")).href,
  hangul: () => new URL("../fonts/NotoSansKR-Regular.otf", import.meta.resolve("@embedpdf/fonts-kr")).href,
  devanagari: () =>
    new URL(
      "files/noto-sans-devanagari-devanagari-400-normal.woff",
      import.meta.resolve("@fontsource/noto-sans-devanagari"),
    ).href,
  thai: () =>
    new URL("files/noto-sans-thai-thai-400-normal.woff", import.meta.resolve("@fontsource/noto-sans-thai")).href,
};
/** Path of the file; the server process needs read permission for it. */
export function fontFile(name: FontName): URL {
  return new URL(PLACES[name]());
}
