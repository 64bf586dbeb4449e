/** A TCP proxy in front of a database that can reset every connection at once, and refuse new ones for a while. */
import net from "node:net";

export interface ResetProxy {
  /** Address of the database through this proxy. */
  readonly url: string;
  /** Resets both ends of every connection. */
  reset(): void;
  /** Resets every connection; new ones are reset until {@link up}. */
  down(): void;
  up(): void;
  close(): Promise<void>;
}

export async function startResetProxy(target: string): Promise<ResetProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<net.Socket>();
  let isDown = false;
  const reset = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  const server = net.createServer((client) => {
    if (isDown) {
      client.on("error", () => undefined);
      client.resetAndDestroy();
      return;
    }
    const upstream = net.connect(Number(port), hostname);
    for (const [socket, other] of [[client, upstream], [upstream, client]] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === "object" ? address?.port : "");
  return {
    url: url.href,
    reset,
    down() {
      isDown = true;
      reset();
    },
    up() {
      isDown = false;
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
