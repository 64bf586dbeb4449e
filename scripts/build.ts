/** Production build into dist/: client, SDK, card frame, shell template and the manifest of served files. */
import type { ClientFiles, Drawn, Manifest } from "../server/pages/manifest.ts";
import { readBase } from "../server/config/config.ts";
import { ROUTES } from "../server/wire/site/routes.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../server/wire/site/languages.ts";
import { BUDGETS, checkBudgets, gzipBytes, weighClient, weighConsole, weighSdk } from "./build/budgets.ts";
import {
  bundleClient,
  type Bundled,
  bundleFrame,
  type BundleOptions,
  type ClientBundle,
  pictureAddresses,
  stopBundler,
} from "./build/bundle.ts";
import { bundleConsole } from "./build/bundle_console.ts";
import { bundleSdk } from "./build/bundle_sdk.ts";
import { bundleDocs } from "./docs/site.ts";
import type { ChangeSource } from "./build/first_load.ts";
import { drawScreens, type SentScreens } from "./build/first_screen.ts";
import { hashInputs } from "./build/inputs.ts";
import { Libraries, NOTICES_FILE, noticesText } from "./build/licenses/notices.ts";
import { readProviderHosts } from "./build/sdk/provider_hosts.ts";
import { KEEP_OLD_MS, readBuilt, removeFolder, replaceDist } from "./build/replace_dist.ts";
import { hasAppTexts, loadTexts, translated } from "./build/texts.ts";
import { writeFiles } from "./build/write.ts";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
/** Version of the checkout SDK; the product is released together with it. */
export const SDK_VERSION = "5.25.3";

/** English is the language of the sources. */
const TRANSLATED = LANGUAGES.map(({ code }) => code).filter((code) => code !== DEFAULT_LANGUAGE);

export interface BuildOptions {
  readonly dist?: string;
  readonly minify?: boolean;
  /** Builds even when no source changed. */
  readonly force?: boolean;
  /** Base path of the web app; the setting's by default. */
  readonly base?: string;
  /** How long hashed files of the previous build are kept; 0 by default. */
  readonly keepMs?: number;
  /** Written into the manifest; now by default. A fixed time makes two builds of the same sources equal. */
  readonly builtAt?: Date;
  /** Collects the libraries that the build contains, for their licences. */
  readonly libraries?: Libraries;
}

/** Builds unless dist/ already holds a build of the same sources and settings; returns whether it built. */
export async function build(
  wanted: BuildOptions = {},
): Promise<boolean> {
  const { dist = `${ROOT}/dist`, minify = true, force = false, keepMs = 0 } = wanted;
  const env = Deno.env.toObject();
  const base = wanted.base ?? readBase(env);
  const providerHosts = readProviderHosts(env);
  const options: BundleOptions = {
    root: ROOT,
    base,
    sdkVersion: SDK_VERSION,
    minify,
    docsOrigin: env.DOCS_ORIGIN ?? "",
    providerHosts,
    libraries: wanted.libraries ?? new Libraries(),
  };
  const inputs = await hashInputs(options);
  if (!force && (await readBuilt(dist))?.inputs === inputs) return false;
  try {
    const texts = await loadTexts(ROOT, TRANSLATED);
    const words = [...texts.values()].map((own): ChangeSource => (text, path) =>
      hasAppTexts(path) ? translated(text, path, own) : text
    );
    const languages: readonly ChangeSource[] = [(text) => text, ...words];
    const [sdk, frame, docs, admin] = await Promise.all([
      bundleSdk(options),
      bundleFrame(options),
      bundleDocs(options),
      bundleConsole(options),
    ]);
    const clients = await bundleClient({ ...options, library: sdk.entry }, languages);
    const addresses = await pictureAddresses(options);
    const screens = await Promise.all(languages.map((words) => drawScreens(options, { words, addresses })));
    const shells = screens.map((screen, at) => shellOf(clients[at], screen));
    // Host names of an operator, however long, fail no start; every build without them is weighed.
    if (minify && providerHosts.length === 0) {
      checkBudgets([
        ...clients.flatMap((client) => weighClient(client)),
        ...weighConsole(admin),
        ...weighSdk({ ...sdk, files: [...sdk.files, ...frame.files] }),
        ...shells.flatMap(({ drawn: { screens, styles } }) =>
          Object.entries(screens).map(([what, { asked }]) => ({
            budget: what === ROUTES.main ? BUDGETS.firstDocument : BUDGETS.sentDocument,
            bytes: gzipBytes(new TextEncoder().encode(asked + styles)),
            what,
          }))
        ),
      ]);
    }
    const draft = `${dist}.new`;
    await removeFolder(draft);
    // Files without translated text have the same name in all languages.
    const files = new Map(clients.flatMap((client) => client.files.map((file) => [file.address, file])));
    const notices = noticesFile(options);
    const served = [...files.values(), ...sdk.files, ...docs, ...admin.files, notices];
    const app = await writeFiles({ dist: draft, folder: "app", isCompressed: minify }, served);
    const cardFrame = await writeFiles({ dist: draft, folder: "frame", isCompressed: minify }, frame.files);
    await Deno.copyFile(`${ROOT}/client/index.html`, `${draft}/index.html`);
    for (const { files, drawn } of shells) {
      await Deno.writeTextFile(`${draft}/${files.drawnFile}`, JSON.stringify(drawn));
    }
    const manifest: Manifest = {
      version: SDK_VERSION,
      builtAt: (wanted.builtAt ?? new Date()).toISOString(),
      inputs,
      base,
      providerHosts: [...providerHosts],
      client: Object.fromEntries(shells.map(({ language, files }) => [language, files])),
      admin: { entry: admin.entry, styles: admin.styles },
      frame: { script: frame.script, elements: frame.elements, styles: frame.styles },
      app,
      cardFrame,
    };
    await replaceDist({ dist, draft, manifest, keepMs, nowMs: Date.now() });
    return true;
  } finally {
    await stopBundler();
  }
}

/** The licences of the libraries in what both origins serve, at the root of the app's. */
function noticesFile({ root, libraries = new Libraries() }: BundleOptions): Bundled {
  const bytes = new TextEncoder().encode(noticesText(root, libraries));
  return { address: `/${NOTICES_FILE}`, bytes, immutable: false };
}

/** What the server needs for the document of one language. */
interface ShellParts {
  readonly language: string;
  readonly files: ClientFiles;
  readonly drawn: Drawn;
}

function shellOf(client: ClientBundle | undefined, { language, screens, texts }: SentScreens): ShellParts {
  if (client === undefined) throw new Error("A language has no web app");
  const { earlyPress, entry, styles, print, preload, files } = client;
  return {
    language,
    files: {
      earlyPress,
      entry,
      styles,
      print,
      preload: [...preload],
      texts: { ...texts },
      drawnFile: `drawn.${language}.json`,
    },
    drawn: { screens: { ...screens }, styles: textOf(files, styles) },
  };
}

function textOf(files: readonly Bundled[], address: string): string {
  const file = files.find((candidate) => candidate.address === address);
  if (file === undefined) throw new Error(`The build has no ${address}`);
  return new TextDecoder().decode(file.bytes);
}

if (import.meta.main) {
  const startedMs = performance.now();
  await build({ force: true, keepMs: KEEP_OLD_MS });
  console.log(`Built into dist/ in ${Math.round(performance.now() - startedMs)} ms`);
}
