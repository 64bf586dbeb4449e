/**
 * A plain TCP proxy: each connection goes to the next server that is ready, and to any while none is, as proxies do. It
 * retries nothing.
 */
import net from "node:net";

const CHECK_MS = 100;
const CHECK_DEADLINE_MS = 1_000;

export interface Balancer {
  readonly origin: string;
  /** The servers behind it, ready or not. */
  setServers(origins: readonly string[]): void;
  /** Resolves once it sends connections to this server. */
  sends(origin: string): Promise<void>;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let servers: readonly string[] = [];
  let ready: readonly string[] = [];
  let turn = 0;
  const isReady = (origin: string) =>
    fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(CHECK_DEADLINE_MS) })
      .then(async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
      }, () => false);
  const check = async (origin: string) => {
    const isUp = await isReady(origin);
    const others = ready.filter((other) => other !== origin);
    if (isUp) ready = [...others, origin].sort();
    else if (others.length > 0) ready = others;
  };
  const closing = new AbortController();
  const checks = (async () => {
    while (!closing.signal.aborted) {
      await Promise.all(servers.map(check));
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    }
  })();
  const open = new Set<net.Socket>();
  const listener = net.createServer({ pauseOnConnect: true }, (client) => {
    turn += 1;
    open.add(client);
    const target = ready[turn % ready.length];
    client.on("error", () => client.destroy());
    if (target === undefined) return void client.destroy();
    const upstream = net.connect(Number(new URL(target).port), "localhost", () => {
      client.pipe(upstream);
      upstream.pipe(client);
      client.resume();
    });
    upstream.on("error", () => client.destroy());
    client.on("close", () => {
      open.delete(client);
      upstream.destroy();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  return {
    origin: `http://localhost:${typeof address === "object" ? address?.port : ""}`,
    setServers(origins) {
      servers = origins;
      const left = ready.filter((origin) => origins.includes(origin));
      if (left.length > 0) ready = left;
    },
    async sends(origin) {
      while (!ready.includes(origin)) await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    },
    async close() {
      closing.abort();
      await checks;
      for (const client of open) client.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
