/** A service that accepts every connection, reads what comes, and never answers. */

export interface SilentService {
  /** Its address, in the form of an HTTP service. */
  readonly base: string;
  /** Connections that are open now. */
  held(): number;
  /** The most that were open at once. */
  most(): number;
  close(): void;
}

export function startSilentService(): SilentService {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  let most = 0;
  const hold = async (connection: Deno.Conn) => {
    open.add(connection);
    most = Math.max(most, open.size);
    const bytes = new Uint8Array(4_096);
    try {
      while (await connection.read(bytes) !== null);
    } catch {
      // The client closed the connection.
    }
    open.delete(connection);
    connection.close();
  };
  void (async () => {
    for await (const connection of listener) void hold(connection);
  })();
  return {
    base: `http://127.0.0.1:${listener.addr.port}`,
    held: () => open.size,
    most: () => most,
    close: () => listener.close(),
  };
}
