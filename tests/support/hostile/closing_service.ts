/** A service that keeps its connections open and closes one of them instead of answering. */

export interface ClosingService extends Disposable {
  readonly base: string;
  /** Methods of the requests that arrived, in order. */
  readonly received: readonly string[];
  /** The next request arrives and is not answered. */
  closeOnce(): void;
}

const ANSWER = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

export function startClosingService(): ClosingService {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const received: string[] = [];
  let closes = false;
  const serve = async (connection: Deno.Conn) => {
    const buffer = new Uint8Array(65_536);
    for (let read = await connection.read(buffer); read !== null; read = await connection.read(buffer)) {
      received.push(new TextDecoder().decode(buffer.subarray(0, read)).split(" ", 1)[0] ?? "");
      if (closes) {
        closes = false;
        break;
      }
      await connection.write(new TextEncoder().encode(ANSWER));
    }
    connection.close();
  };
  void (async () => {
    for await (const connection of listener) serve(connection).catch(() => undefined);
  })();
  return {
    base: `http://127.0.0.1:${listener.addr.port}/`,
    received,
    closeOnce() {
      closes = true;
    },
    [Symbol.dispose]() {
      listener.close();
    },
  };
}
