/** The two fonts of our PDFs, read once; they cover Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic. */

interface Fonts {
  readonly regular: Uint8Array<ArrayBuffer>;
  readonly bold: Uint8Array<ArrayBuffer>;
}
let fonts: Fonts | undefined;

/** Where the package keeps its files; the server process needs to be allowed to read it. */
export function fontFile(name: "DejaVuSans" | "DejaVuSans-Bold"): URL {
  return new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
}

export function loadFonts(): Fonts {
  fonts ??= {
    regular: Deno.readFileSync(fontFile("DejaVuSans")),
    bold: Deno.readFileSync(fontFile("DejaVuSans-Bold")),
  };
  return fonts;
}
