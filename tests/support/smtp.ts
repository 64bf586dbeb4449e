/** A minimal SMTP server for tests. */

export interface SmtpServer {
  readonly url: string;
  readonly messages: string[];
  /** Connections that were made. */
  connections: number;
  /** Those that are open now. */
  open: number;
  /** Refuses commands that begin with {@link refused} while set. */
  refuses: boolean;
  /** `RCPT` unless a test sets another one: `AUTH` for the password, `MAIL` for the sender. */
  refused: string;
  /** Delays the response to a message. */
  hold: ((message: string) => Promise<void>) | undefined;
  close(): void;
}

export function startSmtp(port = 0): SmtpServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port });
  const server = {
    url: `smtp://127.0.0.1:${listener.addr.port}`,
    messages: [] as string[],
    connections: 0,
    open: 0,
    refuses: false,
    refused: "RCPT",
    hold: undefined as SmtpServer["hold"],
    close: () => listener.close(),
  };
  (async () => {
    for await (const connection of listener) {
      server.connections += 1;
      server.open += 1;
      talk(connection, server).catch(() => {}).finally(() => server.open -= 1);
    }
  })();
  return server;
}

async function talk(connection: Deno.Conn, server: SmtpServer): Promise<void> {
  const say = (line: string) => connection.write(new TextEncoder().encode(`${line}\r\n`));
  await say("220 test");
  let buffer = "";
  let isData = false;
  for await (const chunk of connection.readable.pipeThrough(new TextDecoderStream())) {
    buffer += chunk;
    const end = isData ? "\r\n.\r\n" : "\r\n";
    for (let at = buffer.indexOf(end); at >= 0; at = buffer.indexOf(end)) {
      const part = buffer.slice(0, at);
      buffer = buffer.slice(at + end.length);
      if (isData) {
        server.messages.push(part);
        isData = false;
        await server.hold?.(part);
        await say("250 taken");
        break;
      }
      isData = part === "DATA";
      if (part === "QUIT") return await say("221 bye").then(() => connection.close());
      if (part.startsWith("EHLO")) await say("250-test\r\n250 AUTH PLAIN");
      else await say(isData ? "354 go on" : part.startsWith(server.refused) && server.refuses ? "550 no" : "250 ok");
      if (isData) break;
    }
  }
}
