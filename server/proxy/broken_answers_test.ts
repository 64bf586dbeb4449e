/** SECURITY P3, R3: malformed answers of a remote service, byte by byte over a real connection. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { HTTPException } from "hono/http-exception";
import { forward } from "./forward.ts";
import { createRemotes } from "./remote.ts";

const head = (status: string, ...headers: readonly string[]) =>
  [`HTTP/1.1 ${status}`, "connection: close", ...headers, "", ""].join("\r\n");
const JSON_HEADER = "content-type: application/json";
const whole = '{"id":"1","error":""}';

const BROKEN: Readonly<Record<string, string>> = {
  "half a JSON of the right length": `${head("200 OK", JSON_HEADER, "content-length: 12")}{"id":"1","e`,
  "half a JSON in a whole chunk": `${head("200 OK", JSON_HEADER, "transfer-encoding: chunked")}5\r\n{"id"\r\n0\r\n\r\n`,
  "half a JSON up to the end of the connection": `${head("200 OK", JSON_HEADER)}{"id":"1",`,
  "less than it announced": `${head("200 OK", JSON_HEADER, "content-length: 99")}${whole}`,
  "more than it announced": `${head("200 OK", JSON_HEADER, "content-length: 9")}${whole}`,
  "chunks without an end": `${head("200 OK", JSON_HEADER, "transfer-encoding: chunked")}15\r\n${whole}\r\n`,
  "two JSON in one": `${head("200 OK", JSON_HEADER, `content-length: ${2 * whole.length}`)}${whole}${whole}`,
  "nothing": head("200 OK", JSON_HEADER, "content-length: 0"),
  "nothing, and of no type": head("200 OK", "content-length: 0"),
  "201 and nothing": head("201 Created", JSON_HEADER, "content-length: 0"),
  "202 and nothing, and of no type": head("202 Accepted", "content-length: 0"),
  "half a problem": `${head("409 Conflict", "content-type: application/problem+json", "content-length: 9")}{"error":`,
  "a page": `${head("200 OK", "content-type: text/html")}<h1>fine</h1>`,
  "JSON that calls itself text": `${
    head("200 OK", "content-type: text/plain", `content-length: ${whole.length}`)
  }${whole}`,
  "JSON of no type": `${head("200 OK", `content-length: ${whole.length}`)}${whole}`,
  "no UTF-8": `${head("200 OK", JSON_HEADER, "content-length: 3")}"\xff"`,
  "a word": `${head("200 OK", JSON_HEADER, "content-length: 2")}OK`,
  "half an error": `${head("409 Conflict", JSON_HEADER, "content-length: 9")}{"error":`,
};

describe("a malformed answer of a remote service", () => {
  let listener: Deno.TcpListener;
  let bytes = "";
  before(() => {
    listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    void (async () => {
      for await (const connection of listener) {
        void (async () => {
          await connection.read(new Uint8Array(4096));
          await connection.write(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
          connection.close();
        })().catch(() => {});
      }
    })();
  });
  after(() => listener.close());

  /** A new address each time, since the proxy stops calling an address that fails. */
  const upstream = () => {
    const base = `http://127.0.0.1:${listener.addr.port}`;
    const ask = createRemotes({ deadlineMs: 5_000 }).at(base);
    return (request: Request) => ask(new Request(`${base}/x`, request));
  };
  const call = (method = "POST") => new Request("http://app/x", method === "POST" ? { method, body: "{}" } : {});

  for (const [what, sent] of Object.entries(BROKEN)) {
    it(`P3, R3: ${what} is 502 for the visitor, and an error for our own code`, async () => {
      bytes = sent;
      const through = (request: Request) =>
        forward(request, { service: "subscriptions", upstream: upstream(), path: "/x", added: {}, allowPages: false });
      for (const method of ["POST", "GET"]) {
        const error = await assertRejects(() => through(call(method)), HTTPException);
        assertEquals(error.status, 502);
      }
      await assertRejects(() => upstream()(call()));
    });
  }

  it("P3, R3: a complete answer passes: 200, 204 and an error without a body", async () => {
    const passes = async (sent: string) => {
      bytes = sent;
      const answer = await upstream()(call());
      return [answer.status, await answer.text()];
    };
    assertEquals(await passes(`${head("200 OK", JSON_HEADER, `content-length: ${whole.length}`)}${whole}`), [
      200,
      whole,
    ]);
    const chunk = `${whole.length.toString(16)}\r\n${whole}\r\n0\r\n\r\n`;
    assertEquals(await passes(`${head("200 OK", JSON_HEADER, "transfer-encoding: chunked")}${chunk}`), [200, whole]);
    assertEquals(await passes(head("204 No Content")), [204, ""]);
    assertEquals(await passes(head("404 Not Found", JSON_HEADER, "content-length: 0")), [404, ""]);
    assertEquals(await passes(`${head("200 OK", "content-type: text/csv", "content-length: 3")}a,b`), [200, "a,b"]);
  });
});
