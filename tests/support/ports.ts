/** Free ports for servers that tests start. */

/** A loopback port nobody listens on at this moment. */
export function freePort(): number {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  return port;
}
