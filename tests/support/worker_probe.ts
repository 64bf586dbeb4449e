/** Runs as a worker without permissions and tries everything that must be impossible. */
const FILE = new URL("./ports.ts", import.meta.url);
const TRIES: Readonly<Record<string, () => unknown>> = {
  "read a file": () => Deno.readTextFileSync(FILE),
  "write a file": () => Deno.writeTextFileSync(`${Deno.pid}.txt`, ""),
  "look at a folder": () => Deno.readDirSync(".").next(),
  "read by node:fs": async () => (await import("node:fs")).readFileSync(FILE),
  "fetch": () => fetch("http://127.0.0.1:8123/"),
  "connect": () => Deno.connect({ hostname: "127.0.0.1", port: 9 }),
  "look a name up": () => Deno.resolveDns("localhost", "A"),
  "listen": () => Deno.listen({ port: 0 }),
  "see the environment": () => Deno.env.get("PATH"),
  "name the machine": () => Deno.hostname(),
  "start a program": () => new Deno.Command("true").outputSync(),
  "import a file": () => import(`${FILE}?${Deno.pid}`),
  "ask for more": async () => {
    const { state } = await Deno.permissions.request({ name: "read" });
    if (state !== "granted") throw new Deno.errors.NotCapable(state);
  },
};

const done: string[] = [];
for (const [name, act] of Object.entries(TRIES)) {
  try {
    await act();
    done.push(name);
  } catch (error) {
    const isRefused = error instanceof Deno.errors.NotCapable || /run again with the --allow/.test(String(error));
    if (!isRefused) done.push(`${name}: ${error}`);
  }
}
Object(globalThis).postMessage({ tried: Object.keys(TRIES).length, done });
