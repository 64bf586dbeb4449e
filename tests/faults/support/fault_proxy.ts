/** A proxy that forwards every request and drops every n-th answer. */
import { createServer } from "node:http";
import { freePort } from "../../support/ports.ts";

export interface FaultProxy {
  readonly base: string;
  /** Number of dropped answers. The service handled each of these requests. */
  readonly lost: number;
  close(): Promise<void>;
}

/** Forwards to `target`. Of the requests that `counts` selects, drops every n-th answer. */
export async function startFaultProxy(
  target: (request: Request) => Promise<Response>,
  { every, counts }: { readonly every: number; readonly counts: (path: string) => boolean },
): Promise<FaultProxy> {
  const port = freePort();
  const base = `http://127.0.0.1:${port}`;
  const seen = { counted: 0, lost: 0 };
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", async () => {
      const { method = "GET", url = "/", headers } = request;
      const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        typeof value === "string" && name !== "host" ? [[name, value]] : []
      );
      const body = method === "GET" ? {} : { body: new Blob(chunks.map((chunk) => new Uint8Array(chunk))) };
      const answer = await target(new Request(`${base}${url}`, { method, headers: named, ...body }));
      const text = await answer.text();
      if (counts(url) && ++seen.counted % every === 0) {
        seen.lost += 1;
        request.socket.destroy();
        return;
      }
      // On a connection that has served a call before, Deno's fetch repeats a lost call, unseen by its caller.
      response.writeHead(answer.status, [...answer.headers, ["connection", "close"]].flat()).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    base,
    get lost() {
      return seen.lost;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
