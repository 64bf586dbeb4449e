/** A minimal HTTP/1.1 client with persistent connections: the driver shares two cores with the server. */

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const encoder = new TextEncoder();
/** One character per byte, so that lengths match Content-Length. */
const decoder = new TextDecoder("latin1");
const END_OF_HEAD = "\r\n\r\n";
const CHUNK_BYTES = 64 * 1024;

/** A call uses an idle connection or opens one; there are as many as simultaneous calls. */
export class Connections {
  readonly #idle: Deno.TcpConn[] = [];
  readonly #place: { readonly hostname: string; readonly port: number };

  constructor(base: string) {
    const { hostname, port } = new URL(base);
    this.#place = { hostname, port: Number(port) };
  }

  async send(call: Call): Promise<Answer> {
    const connection = this.#idle.pop() ?? await Deno.connect(this.#place);
    try {
      await writeAll(connection, textOf(call, this.#place));
      const answer = await readAnswer(connection);
      this.#idle.push(connection);
      return answer;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }
}

function textOf({ method, path, headers, body = "" }: Call, { hostname, port }: { hostname: string; port: number }) {
  const lines = Object.entries({ ...headers, host: `${hostname}:${port}`, "content-length": String(body.length) })
    .map(([name, value]) => `${name}: ${value}`);
  return encoder.encode(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}${END_OF_HEAD}${body}`);
}

async function writeAll(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

const END_OF_CHUNKS = "\r\n0\r\n\r\n";

/** A chunked body is returned with its chunk lines. */
async function readAnswer(connection: Deno.TcpConn): Promise<Answer> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  let text = "";
  while (true) {
    const count = await connection.read(chunk);
    if (count === null) throw new TypeError("The connection was closed");
    text += decoder.decode(chunk.subarray(0, count));
    const end = text.indexOf(END_OF_HEAD);
    if (end < 0) continue;
    const body = text.slice(end + END_OF_HEAD.length);
    if (isWhole(text.slice(0, end), body)) return { status: Number(text.slice(9, 12)), text: body };
  }
}

function isWhole(head: string, body: string): boolean {
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return body.endsWith(END_OF_CHUNKS);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new TypeError(`No length in ${head}`);
  return body.length >= Number(length);
}
