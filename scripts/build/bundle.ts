/** The esbuild runs: the web app, the SDK in its three forms, and the apps in the card frame. */
import * as FLAGS from "country-flag-icons/string/3x2";
import * as esbuild from "esbuild";
import { atAddress, changed, type ChangeSource, firstLoad, importedBy, lazyParts } from "./first_load.ts";
import { rendererAsModule } from "./client/renderer.ts";
import { drawMap, outlinesOf } from "../../client/drawings/country_maps.ts";
import { spriteText } from "../../client/drawings/pictures.ts";
import { COUNTRIES } from "../../client/lib/format/countries.ts";
import { type Libraries, runBundler } from "./licenses/notices.ts";

export interface Bundled {
  /** Address on its origin. */
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly immutable: boolean;
}

export interface BundleOptions {
  readonly root: string;
  readonly base: string;
  readonly sdkVersion: string;
  readonly minify: boolean;
  /** Origin of the pages that an error's docUrl points to; by default the script's own. */
  readonly docsOrigin?: string;
  /** Address of the checkout SDK, which the web app loads as any merchant does. */
  readonly library?: string;
  /** Hosts of the payments service that a session's links may name. */
  readonly providerHosts?: readonly string[];
  /** Gets the libraries in the output, whose licence notices go with it. */
  readonly libraries?: Libraries;
}

export const TARGET = ["chrome109", "firefox121", "safari16"];

export function shared({ root, minify, docsOrigin = "", providerHosts = [] }: BundleOptions): esbuild.BuildOptions {
  return {
    absWorkingDir: root,
    bundle: true,
    minify,
    write: false,
    format: "esm",
    target: TARGET,
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    loader: { ".svg": "file" },
    define: {
      "process.env.NODE_ENV": JSON.stringify(minify ? "production" : "development"),
      DOCS_ORIGIN: JSON.stringify(docsOrigin),
      PROVIDER_HOSTS: JSON.stringify(providerHosts.join(" ")),
      IS_ONE_SCRIPT: "false",
    },
    logLevel: "warning",
  };
}

const CLIENT_ENTRY = "client/main.tsx";
const CLIENT_STYLES = "client/styles/main.css";
/** Beside the sheet of the screens, since no first paint waits for paper. */
const PRINT_STYLES = "client/styles/print.css";
/** Loads with the members' area and the offers: the first document has no room for it. */
const MEMBERS_STYLES = "client/styles/members/area.css";
/** What the entry and all lazy parts have in common. */
const CLIENT_SHARED = "client/app/App.tsx";
const DISPLAY_FACE = "@fontsource-variable/figtree";
/** Runs before the app. */
const EARLY_PRESS = "client/lib/hydration/early_press.ts";

/** The web app in one language. */
export interface ClientBundle {
  readonly files: readonly Bundled[];
  readonly metafile: esbuild.Metafile;
  readonly earlyPress: string;
  readonly entry: string;
  readonly styles: string;
  readonly print: string;
  readonly preload: readonly string[];
}

/** The web app: split by route, in each language, with a hash in every name. */
export async function bundleClient(
  options: BundleOptions,
  languages: readonly ChangeSource[],
): Promise<ClientBundle[]> {
  const drawn = await bundleDrawings(options);
  const settings = clientSettings(options, drawn);
  const split = await runBundler(settings, undefined);
  const share = importedBy(lazyParts(split.metafile, CLIENT_ENTRY), CLIENT_SHARED, options.root);
  const earlyPress = await bundleEarlyPress(options);
  return await Promise.all(languages.map(async (words) => {
    const result = await runBundler({
      ...settings,
      plugins: [changed((text, path) => share(words(text, path), path)), ...settings.plugins],
    }, options.libraries);
    const bundle = clientBundle(result, `${options.base}/assets/`);
    const files = [
      ...bundle.files,
      earlyPress,
      drawn.members,
      drawn.face,
      drawn.pictures,
      ...drawn.flags.files,
      ...drawn.maps.files,
    ];
    return { ...bundle, earlyPress: earlyPress.address, files };
  }));
}

/** The sprite of all pictures. */
async function bundlePictures({ base }: BundleOptions): Promise<Bundled> {
  const bytes = new TextEncoder().encode(spriteText());
  return { address: `${base}/assets/pictures.${await shortHash(bytes)}.svg`, bytes, immutable: true };
}

/** One small file per country. */
interface CountryPictures {
  /** In the folder that holds them, each under its country's code. */
  readonly address: string;
  readonly codes: readonly string[];
  readonly files: readonly Bundled[];
}

interface Drawings {
  /** The styles of the members' area. */
  readonly members: Bundled;
  readonly face: Bundled;
  readonly pictures: Bundled;
  readonly flags: CountryPictures;
  readonly maps: CountryPictures;
}

async function bundleDrawings(options: BundleOptions): Promise<Drawings> {
  const [members, face, pictures, flags, maps] = await Promise.all([
    bundleMembersStyles(options),
    bundleDisplayFace(options),
    bundlePictures(options),
    bundleFlags(options),
    bundleMaps(options),
  ]);
  return { members, face, pictures, flags, maps };
}

async function bundleMembersStyles(options: BundleOptions): Promise<Bundled> {
  const { contents: bytes } = only(
    await runBundler({ ...shared(options), entryPoints: [MEMBERS_STYLES], outdir: "out" }, options.libraries),
  );
  return { address: `${options.base}/assets/members.${await shortHash(bytes)}.css`, bytes, immutable: true };
}

/**
 * The typeface of headings, for the letters of Western European languages; other letters come from the visitor's own.
 */
async function bundleDisplayFace({ base, root, libraries }: BundleOptions): Promise<Bundled> {
  libraries?.add(root, DISPLAY_FACE);
  const bytes = await Deno.readFile(`${root}/node_modules/${DISPLAY_FACE}/files/figtree-latin-wght-normal.woff2`);
  return { address: `${base}/assets/display.${await shortHash(bytes)}.woff2`, bytes, immutable: true };
}

function bundleFlags(options: BundleOptions): Promise<CountryPictures> {
  options.libraries?.add(options.root, "country-flag-icons");
  const flags = new Map(Object.entries(FLAGS));
  return countryPictures(
    options,
    "flags",
    COUNTRIES.map(({ code }) => {
      const picture = flags.get(code);
      if (picture === undefined) throw new Error(`${code} has no flag`);
      return [code, picture] as const;
    }),
  );
}

/** Countries that the outlines do not have are left out, and have no map. */
async function bundleMaps(options: BundleOptions): Promise<CountryPictures> {
  options.libraries?.add(options.root, "world-atlas");
  const file = new URL(import.meta.resolve("world-atlas/countries-50m.json"));
  const all = outlinesOf(JSON.parse(await Deno.readTextFile(file)));
  const known = new Set(COUNTRIES.map(({ code }) => code));
  const drawn = all.filter(({ code }) => known.has(code)).map((each) => [each.code, drawMap(each, all)] as const);
  return await countryPictures(options, "maps", drawn);
}

async function countryPictures(
  { base }: BundleOptions,
  name: string,
  pictures: readonly (readonly [string, string])[],
): Promise<CountryPictures> {
  const rows = pictures.map(([code, picture]) => [code, new TextEncoder().encode(picture)] as const);
  const all = new Uint8Array(await new Blob(rows.map(([, bytes]) => bytes)).arrayBuffer());
  const address = `${base}/assets/${name}.${await shortHash(all)}`;
  return {
    address,
    codes: rows.map(([code]) => code),
    files: rows.map(([code, bytes]) => ({ address: `${address}/${code}.svg`, bytes, immutable: true })),
  };
}

/** Where the client's code finds its pictures. */
export async function pictureAddresses(options: BundleOptions) {
  return addressesOf(await bundleDrawings(options));
}

function addressesOf({ members, face, pictures, flags, maps }: Drawings) {
  return {
    MEMBERS_STYLES_ADDRESS: JSON.stringify(members.address),
    DISPLAY_FACE_ADDRESS: JSON.stringify(face.address),
    PICTURES_ADDRESS: JSON.stringify(pictures.address),
    FLAGS_ADDRESS: JSON.stringify(flags.address),
    MAPS_ADDRESS: JSON.stringify(maps.address),
    MAPPED_COUNTRIES: JSON.stringify(maps.codes.join(" ")),
  };
}

async function bundleEarlyPress(options: BundleOptions): Promise<Bundled> {
  const { contents: bytes } = only(
    await runBundler(
      { ...shared(options), entryPoints: [EARLY_PRESS], outdir: "out", format: "iife" },
      options.libraries,
    ),
  );
  return { address: `${options.base}/assets/early_press.${await shortHash(bytes)}.js`, bytes, immutable: true };
}

function clientBundle(
  result: esbuild.BuildResult<{ metafile: true }>,
  prefix: string,
): Omit<ClientBundle, "earlyPress"> {
  const [entry, ...preload] = firstLoad(result.metafile, CLIENT_ENTRY);
  const [styles] = firstLoad(result.metafile, CLIENT_STYLES);
  const [print] = firstLoad(result.metafile, PRINT_STYLES);
  if (entry === undefined || styles === undefined || print === undefined) {
    throw new Error("The client build has no entry or no styles");
  }
  const name = (path: string) => prefix + path.replace(/^out\//, "");
  return {
    files: outputs(result, (file) => prefix + file, true),
    metafile: result.metafile,
    entry: name(entry),
    styles: name(styles),
    print: name(print),
    preload: preload.map(name),
  };
}

function clientSettings(options: BundleOptions, drawn: Drawings) {
  const common = shared(options);
  return {
    ...common,
    define: { ...common.define, ...addressesOf(drawn) },
    entryPoints: [CLIENT_ENTRY, CLIENT_STYLES, PRINT_STYLES],
    outdir: "out",
    splitting: true,
    entryNames: "[name].[hash]",
    chunkNames: "[name].[hash]",
    assetNames: "[name].[hash]",
    // React itself contains what this package replaces on older versions.
    alias: { "use-sync-external-store/shim/index.js": "react" },
    plugins: [
      ...options.library === undefined ? [] : [atAddress(/\/sdk\/mod\.ts$/, options.library)],
      ...options.minify ? [rendererAsModule(options.root)] : [],
    ],
  } as const satisfies esbuild.BuildOptions;
}

/**
 * The card frame's two apps (a whole card form, elements of a container) and their style sheet, on the frame origin.
 */
export async function bundleFrame(options: BundleOptions) {
  const run = async (entry: string) =>
    only(await runBundler({ ...shared(options), entryPoints: [entry], outdir: "out" }, options.libraries));
  const script = await run("iframe/main.ts");
  const elements = await run("iframe/elements/main.ts");
  const styles = await run("iframe/frame.css");
  const address = async (bytes: Uint8Array, extension: string, stem = "frame") =>
    `/card/5/${stem}.${await shortHash(bytes)}.${extension}`;
  const scriptAddress = await address(script.contents, "js");
  const elementsAddress = await address(elements.contents, "js", "elements");
  const stylesAddress = await address(styles.contents, "css");
  return {
    script: scriptAddress,
    elements: elementsAddress,
    styles: stylesAddress,
    files: [
      { address: scriptAddress, bytes: script.contents, immutable: true },
      { address: elementsAddress, bytes: elements.contents, immutable: true },
      { address: stylesAddress, bytes: styles.contents, immutable: true },
    ],
  };
}

export async function stopBundler(): Promise<void> {
  await esbuild.stop();
}

export function outputs(result: esbuild.BuildResult, address: (name: string) => string, immutable: boolean): Bundled[] {
  return (result.outputFiles ?? []).map((file) => {
    const name = file.path.slice(file.path.lastIndexOf("/out/") + "/out/".length);
    return { address: address(name), bytes: file.contents, immutable };
  });
}

export function only(result: esbuild.BuildResult): esbuild.OutputFile {
  const [file, ...rest] = result.outputFiles ?? [];
  if (file === undefined || rest.length > 0) throw new Error("Expected exactly one output file");
  return file;
}

export async function shortHash(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes));
  return [...new Uint8Array(digest, 0, 5)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
