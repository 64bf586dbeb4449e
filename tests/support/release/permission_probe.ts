/** Replaces the server in a release and reports what a process there may and may not do. */
import { assertEquals } from "@std/assert";

/**
 * Reaches what the settings name and what they do not. `{listed}` and `{unlisted}` are ports that both accept calls.
 */
const PROGRAM = `
const tried = {
  "connect to a host of the settings": () => Deno.connect({ hostname: "127.0.0.1", port: {listed} }),
  "connect to another address": () => Deno.connect({ hostname: "127.0.0.2", port: {unlisted} }),
  "connect to another host": () => Deno.connect({ hostname: "shop.example", port: {listed} }),
  "listen on another address": () => Deno.listen({ hostname: "127.0.0.2", port: 0 }),
  "read its own folder": () => Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
  "read the accounts of the system": () => Deno.readTextFile("/etc/passwd"),
  "read its environment as a file": () => Deno.readTextFile("/proc/self/environ"),
  "list the root": () => Array.fromAsync(Deno.readDir("/")),
  "write its data": () => Deno.mkdir(Deno.env.get("DATA_DIR") + "/probe", { recursive: true }),
  "write into its own folder": () => Deno.writeTextFile(new URL("./x", import.meta.url), ""),
  "write to a shared folder": () => Deno.writeTextFile("/tmp/x", ""),
  "read a setting": () => Deno.env.get("STAGING_REPORT_URL") ?? missing(),
  "read a variable that is no setting": () => Deno.env.get("UNLISTED") ?? missing(),
  "list variables that are no settings": () => Object.hasOwn(Deno.env.toObject(), "UNLISTED") || missing(),
  "start a program": () => new Deno.Command(Deno.execPath()).output(),
  "load a library": () => Deno.dlopen("/lib/x86_64-linux-gnu/libc.so.6", {}),
  "read the addresses of the machine": () => Deno.networkInterfaces(),
};
function missing() { throw new Deno.errors.NotFound(); }
for (const [act, attempt] of Object.entries(tried)) {
  console.log(act + ": " + await Promise.resolve().then(attempt).then(() => "yes", (error) => error.name));
}
`;

const EXPECTED: Readonly<Record<string, string>> = {
  "connect to a host of the settings": "yes",
  "connect to another address": "NotCapable",
  "connect to another host": "NotCapable",
  "listen on another address": "NotCapable",
  "read its own folder": "yes",
  "read the accounts of the system": "NotCapable",
  "read its environment as a file": "NotCapable",
  "list the root": "NotCapable",
  "write its data": "yes",
  "write into its own folder": "NotCapable",
  "write to a shared folder": "NotCapable",
  "read a setting": "yes",
  "read a variable that is no setting": "NotFound",
  "list variables that are no settings": "NotFound",
  "start a program": "NotCapable",
  "load a library": "NotCapable",
  "read the addresses of the machine": "NotCapable",
};

/**
 * Replaces `main` with the probe, lets `run` start the release with the settings it is given, and compares what
 * the probe printed.
 */
export async function probePermissions(
  main: string,
  run: (env: Readonly<Record<string, string>>) => Promise<Pick<Deno.CommandOutput, "stdout" | "stderr">>,
): Promise<void> {
  const server = await Deno.readFile(main);
  // A server that only this machine reaches may send webhooks to any port of 127.0.0.1, and not to its other addresses.
  const listed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const unlisted = Deno.listen({ hostname: "127.0.0.2", port: 0 });
  try {
    const ports: Readonly<Record<string, number>> = { listed: listed.addr.port, unlisted: unlisted.addr.port };
    await Deno.writeTextFile(main, PROGRAM.replace(/\{(\w+)\}/g, (text, name) => String(ports[name] ?? text)));
    const env = { STAGING_REPORT_URL: `http://127.0.0.1:${listed.addr.port}`, UNLISTED: "secret" };
    const { stdout, stderr } = await run(env);
    const said = new TextDecoder().decode(stdout).trim().split("\n").map((line) => line.split(": "));
    assertEquals(Object.fromEntries(said), EXPECTED, new TextDecoder().decode(stderr));
  } finally {
    listed.close();
    unlisted.close();
    await Deno.writeFile(main, server);
  }
}
