/** Extracts the text of our own PDFs: decompresses the streams and maps glyph numbers to letters; for tests only. */
import { inflateSync } from "node:zlib";

export interface PdfText {
  /** Every letter in drawing order. */
  readonly text: string;
  /** The file with all streams decompressed. */
  readonly source: string;
  /** What is drawn, one operation per line, with letters instead of glyph numbers. */
  readonly drawn: string;
}

export function readPdf(bytes: Uint8Array): PdfText {
  const raw = latin1(bytes);
  const streams: string[] = [];
  const shell = raw.replace(/stream\r?\n([^]*?)\r?\nendstream/g, (_, packed: string) => {
    streams.push(unpack(packed));
    return "";
  });
  const fonts = fontsOf(shell, streams, raw);
  const text = streams.filter((stream) => /\bTf\b/.test(stream)).map((stream) => lettersOf(stream, fonts)).join("\n");
  const drawn = streams.filter((stream) => /\bTf\b/.test(stream) || stream.includes("begincmap"));
  const pages = streams.filter((stream) => /\bTf\b/.test(stream)).map((stream) => operationsOf(stream, fonts));
  return { text, source: [shell, ...drawn].join("\n"), drawn: pages.join("\n\n") };
}

/** Operations of a page; the colour space and the graphics stack are the same around each. */
function operationsOf(stream: string, fonts: ReadonlyMap<string, Letters>): string {
  let letters: Letters = new Map();
  const lines = stream.split("\n").map((line) => {
    const font = /^\/(F\d+) [\d.]+ Tf/.exec(line)?.[1];
    if (font !== undefined) letters = fonts.get(font) ?? new Map();
    return line.replace(
      /\[([^\]]*)\] TJ/,
      (_, shown: string) =>
        `"${[...shown.matchAll(/<([^>]*)>/g)].map(([, hex = ""]) => wordsOf(hex, letters)).join("")}"`,
    );
  });
  return lines.filter((line) => line !== "" && !/^(q|Q|BT|ET|\/DeviceRGB cs)$/.test(line)).join("\n");
}

function wordsOf(hex: string, letters: Letters): string {
  return [...hex.matchAll(/[0-9a-f]{4}/gi)].map(([glyph]) => letters.get(parseInt(glyph, 16)) ?? "?").join("");
}

function unpack(packed: string): string {
  try {
    return latin1(inflateSync(Uint8Array.from(packed, (char) => char.charCodeAt(0))));
  } catch {
    return packed;
  }
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return text;
}

type Letters = ReadonlyMap<number, string>;

/** Map of each font's glyphs: /F2 5 0 R -> object 5 -> /ToUnicode 9 0 R -> stream of object 9. */
function fontsOf(shell: string, streams: readonly string[], raw: string): ReadonlyMap<string, Letters> {
  const order = [...raw.matchAll(/(\d+) 0 obj\n(?:(?!endobj)[^])*?stream\r?\n/g)].map((match) => match[1]);
  const streamOf = (id: string) => streams[order.indexOf(id)] ?? "";
  const fonts = new Map<string, Letters>();
  for (const [, name = "", id = ""] of shell.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const object = new RegExp(`(?:^|\\n)${id} 0 obj\\n([^]*?)endobj`).exec(shell)?.[1] ?? "";
    const unicode = /\/ToUnicode (\d+) 0 R/.exec(object)?.[1];
    if (unicode !== undefined) fonts.set(name, parseMap(streamOf(unicode)));
  }
  return fonts;
}

function parseMap(cmap: string): Letters {
  const letters = new Map<number, string>();
  for (const [, body = ""] of cmap.matchAll(/beginbfrange\n([^]*?)endbfrange/g)) {
    for (const [, from = "", , list = ""] of body.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
      const words = [...list.matchAll(/<([^>]*)>/g)].map(([, hex = ""]) => utf16(hex));
      words.forEach((word, at) => letters.set(parseInt(from, 16) + at, word));
    }
  }
  return letters;
}

function utf16(hex: string): string {
  return [...hex.replace(/\s/g, "").matchAll(/[0-9a-f]{4}/gi)]
    .map(([unit]) => String.fromCharCode(parseInt(unit, 16))).join("");
}

function lettersOf(stream: string, fonts: ReadonlyMap<string, Letters>): string {
  let letters: Letters = new Map();
  let text = "";
  for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map();
    for (const [, hex = ""] of (shown ?? "").matchAll(/<([^>]*)>/g)) {
      for (const [glyph] of hex.matchAll(/[0-9a-f]{4}/gi)) text += letters.get(parseInt(glyph, 16)) ?? "";
    }
    text += " ";
  }
  return text;
}
