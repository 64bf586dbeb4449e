/** Heads in log lines, however the file is cut into chunks. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createLog } from "../platform/log.ts";
import { logHead } from "./chain.ts";
import { parseHead, readHeads } from "./kept_heads.ts";

const hash = "0123456789abcdef".repeat(4);

describe("kept heads", () => {
  it("are read from lines that are split over chunks, the last without its end", async () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(`Nov 23 10:00:00 café  | ${line}`));
    logHead(log, { n: 1, hash });
    log.info("server.listening", {});
    logHead(log, { n: 2, hash });
    const bytes = new TextEncoder().encode(`${lines.join("\r\n")}\n\n3:${hash}`);
    for (const size of [1, 2, 7, 100, bytes.length]) {
      const chunks = Array.from(
        { length: Math.ceil(bytes.length / size) },
        (_, at) => bytes.slice(at * size, (at + 1) * size),
      );
      assertEquals(await readHeads(ReadableStream.from(chunks)), [1, 2, 3].map((n) => ({ n, hash })), `${size}`);
    }
  });

  it("are read from the files of Docker, which hold each line as a text in JSON", () => {
    const lines: string[] = [];
    const log = createLog((line) =>
      lines.push(JSON.stringify({ log: `${line}\n`, stream: "stdout", time: "2026-11-23" }))
    );
    logHead(log, { n: 17, hash });
    log.info("server.listening", {});
    assertEquals(lines.map((line) => parseHead(line)), [{ n: 17, hash }, undefined]);
  });

  it("are not in other lines", () => {
    for (const line of ["x", '{"event":"audit.head"', '{"event":"other","text":"\\"audit.head\\""}', "17:abc", ""]) {
      assertEquals(parseHead(line), undefined, line);
    }
  });
});
