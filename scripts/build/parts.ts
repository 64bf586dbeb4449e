/** Builds the gallery of parts, which `deno task dev` and `deno task screens` serve at /dev/parts. */
import * as esbuild from "esbuild";
import { readBase } from "../../server/config/config.ts";
import { pictureAddresses, shared, stopBundler } from "./bundle.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const DARK = "(prefers-color-scheme: dark)";
/** Last part of a sheet's name, and the media query that means dark in it. */
const LOOKS = { device: DARK, light: "not all", dark: "all" } as const;

/** Writes page, script and the sheets of web app and console into the folder. */
export async function buildParts(folder: string): Promise<void> {
  try {
    // Pictures are those of the web app beside it.
    const given = { root: ROOT, base: readBase(Deno.env.toObject()), sdkVersion: "", minify: false };
    const options = shared(given);
    const { outputFiles } = await esbuild.build({
      ...options,
      define: { ...options.define, ...await pictureAddresses(given) },
      entryPoints: { main: "client/gallery/main.tsx", console: "client/gallery/console.css" },
      outdir: "out",
    });
    await Deno.mkdir(folder, { recursive: true });
    for (const { path, text } of outputFiles ?? []) {
      if (path.endsWith(".js")) await Deno.writeTextFile(`${folder}/main.js`, text);
      if (path.endsWith(".css")) {
        await writeSheets(`${folder}/${path.endsWith("/console.css") ? "console" : "app"}`, text);
      }
    }
    await Deno.copyFile(`${ROOT}/client/gallery/index.html`, `${folder}/index.html`);
  } finally {
    await stopBundler();
  }
}

/** A sheet that follows the device, and one for each scheme. Controls marked `data-focused` look as if focused. */
async function writeSheets(name: string, text: string): Promise<void> {
  const styles = text.replace(/:focus-visible/g, ":is(:focus-visible, [data-focused])")
    .replace(/:focus-within/g, ":is(:focus-within, :has([data-focused]))");
  for (const [look, media] of Object.entries(LOOKS)) {
    const fixed = look === "device" ? "" : `\n:root { color-scheme: ${look}; }\n`;
    const query = media === DARK ? styles : styles.replaceAll(`screen and ${DARK}`, media).replaceAll(DARK, media);
    await Deno.writeTextFile(`${name}.${look}.css`, query + fixed);
  }
}
