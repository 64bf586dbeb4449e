/** A process of the renewals benchmark: reports when it is ready, starts on command, and reports its result. */
const SERVER = new URL("./server.ts", import.meta.url).pathname;

export interface BenchProcess {
  /** The next line of its output. */
  line(): Promise<string>;
  go(): Promise<void>;
  ended(): Promise<void>;
}

export function startServer(args: readonly string[]): BenchProcess {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", SERVER, ...args],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const stdin = child.stdin.getWriter();
  let rest = "";
  return {
    async line() {
      while (!rest.includes("\n")) {
        const { done, value } = await lines.read();
        if (done) throw new Error("A server of the bench ended early");
        rest += value;
      }
      const [first = "", ...others] = rest.split("\n");
      rest = others.join("\n");
      return first;
    },
    go: () => stdin.write(new TextEncoder().encode("\n")),
    async ended() {
      await stdin.close().catch(() => undefined);
      await lines.cancel();
      await child.status;
    },
  };
}
