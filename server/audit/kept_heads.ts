/** Heads that were kept elsewhere: written down, or in the log lines of a server. */
import type { Head } from "./chain.ts";

const HEAD_TEXT = /^(\d{1,10}):([0-9a-f.]{64,71})$/;

/** The heads in a file of log lines, which may be longer than a text can be. */
export async function readHeads(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<readonly Head[]> {
  const heads: Head[] = [];
  const keep = (line: string) => {
    const head = parseHead(line);
    if (head !== undefined) heads.push(head);
  };
  let begun = "";
  for await (const text of bytes.pipeThrough(new TextDecoderStream())) {
    const [first, ...others] = text.split("\n");
    begun += first;
    for (const line of others) {
      keep(begun);
      begun = line;
    }
  }
  keep(begun);
  return heads;
}

/**
 * `17:<hash>`, or a line of the event `audit.head`, even with a prefix that a log collector has added, or as the text
 * `log` of the files that Docker writes.
 */
export function parseHead(line: string): Head | undefined {
  const logged = line.includes("audit.head") ? parseLogged(line) : undefined;
  if (logged !== undefined) return logged;
  const [, n, hash = ""] = HEAD_TEXT.exec(line.trim()) ?? [];
  return n === undefined ? undefined : { n: Number(n), hash: hash.replaceAll(".", "") };
}

function parseLogged(line: string): Head | undefined {
  try {
    const { event, n, hash, log } = JSON.parse(line.slice(line.indexOf("{")));
    if (event === undefined && typeof log === "string") return parseLogged(log);
    return event === "audit.head" && typeof n === "number" && typeof hash === "string"
      ? { n, hash: hash.replaceAll(".", "") }
      : undefined;
  } catch {
    return undefined;
  }
}
