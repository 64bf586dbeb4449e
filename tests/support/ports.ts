/** Free ports for servers that tests start. */

/** Below the ports that systems assign to connections, which could take one before its server starts. */
const [FIRST, LAST] = [10_000, 32_000];
const BLOCK = 100;

/**
 * Each file takes a block of ports that belongs to no other file at the same time: a server that a test stops and
 * starts again finds its port free. The block's first port, open for as long as the file runs, says that it is taken.
 */
const own = takeBlock();
let used = 0;

function takeBlock(): number {
  const start = FIRST + Math.floor(Math.random() * (LAST - FIRST) / BLOCK) * BLOCK;
  const sign = listen(start);
  if (sign === undefined) return takeBlock();
  sign.unref();
  return start;
}

/** A free loopback port, a different one for each call until the block is used up. */
export function freePort(): number {
  const port = own + 1 + used++ % (BLOCK - 1);
  const listener = listen(port);
  if (listener === undefined) return freePort();
  listener.close();
  return port;
}

/** Nothing when the port is in use. */
function listen(port: number): Deno.Listener | undefined {
  try {
    return Deno.listen({ port, hostname: "127.0.0.1" });
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return undefined;
    throw error;
  }
}
