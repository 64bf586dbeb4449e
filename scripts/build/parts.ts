/** Builds the gallery of parts, which `deno task dev` and `deno task screens` serve at /dev/parts. */
import * as esbuild from "esbuild";
import { readBase } from "../../server/config/config.ts";
import { pictureAddresses, shared, stopBundler } from "./bundle.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const DARK = "(prefers-color-scheme: dark)";
/** Names of the sheets, and the media query that stands for dark in each. */
const SHEETS = { device: DARK, light: "not all", dark: "all" } as const;

/** Writes page, script and sheets into the folder. */
export async function buildParts(folder: string): Promise<void> {
  try {
    // Pictures are those of the web app beside it.
    const given = { root: ROOT, base: readBase(Deno.env.toObject()), sdkVersion: "", minify: false };
    const options = shared(given);
    const { outputFiles } = await esbuild.build({
      ...options,
      define: { ...options.define, ...await pictureAddresses(given) },
      entryPoints: ["gallery/main.tsx"],
      outdir: "out",
    });
    await Deno.mkdir(folder, { recursive: true });
    for (const { path, text } of outputFiles ?? []) {
      if (path.endsWith(".js")) await Deno.writeTextFile(`${folder}/main.js`, text);
      if (path.endsWith(".css")) await writeSheets(folder, text);
    }
    await Deno.copyFile(`${ROOT}/gallery/index.html`, `${folder}/index.html`);
  } finally {
    await stopBundler();
  }
}

/** A sheet that follows the device, and one for each scheme. Controls marked `data-focused` look as if focused. */
async function writeSheets(folder: string, text: string): Promise<void> {
  const styles = text.replace(/:focus-visible/g, ":is(:focus-visible, [data-focused])")
    .replace(/:focus-within/g, ":is(:focus-within, :has([data-focused]))");
  for (const [name, media] of Object.entries(SHEETS)) {
    const fixed = name === "device" ? "" : `\n:root { color-scheme: ${name}; }\n`;
    const query = media === DARK ? styles : styles.replaceAll(`screen and ${DARK}`, media).replaceAll(DARK, media);
    await Deno.writeTextFile(`${folder}/${name}.css`, query + fixed);
  }
}
