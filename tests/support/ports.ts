/** Free ports for servers that tests start. */

const handedOut = new Set<number>();

/** A free loopback port, another one at each call. */
export function freePort(): number {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  if (handedOut.has(port)) return freePort();
  handedOut.add(port);
  return port;
}
