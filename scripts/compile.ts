/** One executable with the built client inside: dist/trustcheck, started with the same settings as the server. */
import { build } from "./build.ts";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const OUTPUT = `${ROOT}/dist/trustcheck`;
const INCLUDED = ["dist/manifest.json", "dist/index.html", "dist/app", "dist/frame"];

await build();
const { code } = await new Deno.Command(Deno.execPath(), {
  args: [
    "compile",
    "--quiet",
    "--no-prompt",
    "--allow-net",
    "--allow-read",
    "--allow-write",
    "--allow-env",
    "--allow-sys",
    ...INCLUDED.map((path) => `--include=${path}`),
    `--output=${OUTPUT}`,
    "server/main.ts",
  ],
  cwd: ROOT,
}).spawn().status;
if (code === 0) {
  console.log(`Compiled ${OUTPUT}: start it with the settings of the README; data and keys stand beside it`);
}
Deno.exit(code);
