/** Free ports for servers that tests start. */

/** Below the ports that systems assign to connections, which could take one before its server starts. */
const [FIRST, LAST] = [10_000, 32_000];
/** Files that run at the same time begin at ports far apart. */
const BLOCK = 100;
let next = FIRST + Math.floor(Math.random() * (LAST - FIRST) / BLOCK) * BLOCK;

/** A free loopback port, a different one for each call. */
export function freePort(): number {
  const port = next;
  next = next + 1 < LAST ? next + 1 : FIRST;
  try {
    Deno.listen({ port, hostname: "127.0.0.1" }).close();
    return port;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return freePort();
    throw error;
  }
}
