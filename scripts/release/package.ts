/** `deno task package`: the package for merchants, as a folder and as the packed file, checked before it is written. */
import { stopBundler } from "../build/bundle.ts";
import type { BundleOptions } from "../build/bundle.ts";
import { SDK_VERSION } from "../build.ts";
import { manifest, oldEntries, type Origins, packageJson, packageVersion } from "../package/about.ts";
import { llmsText } from "../docs/site.ts";
import { readDocs } from "../docs/pages.ts";
import { checkReports, generatedDocs } from "../package/api_report.ts";
import { bundlePackage, type PackageFile, textFile } from "../package/bundles.ts";
import { Libraries, NOTICES_FILE, noticesText } from "../build/licenses/notices.ts";
import { judge } from "../package/checks.ts";
import { packageTypes } from "../package/types.ts";
import { readProviderHosts } from "../build/sdk/provider_hosts.ts";
import { type Env, readOrigin, trimAddresses } from "../../server/config/values.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

const PACKED = "payrails-web-sdk-";

export interface BuiltPackage {
  /** The unpacked folder. */
  readonly folder: string;
  readonly tarball: string;
  readonly files: readonly PackageFile[];
  /** What is generated from its public API: files by name, by folder of the repository. */
  readonly generated: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Builds it below `dist`; throws when the API does not match the reports, and with every problem the checks find. */
export async function buildPackage(
  { dist = `${ROOT}/dist`, env = Deno.env.toObject() } = {},
): Promise<BuiltPackage> {
  const libraries = new Libraries();
  const origins = originsOf(env);
  const options: BundleOptions = {
    root: ROOT,
    base: "",
    sdkVersion: SDK_VERSION,
    minify: true,
    docsOrigin: origins.publicOrigin,
    providerHosts: readProviderHosts({
      ...env,
      PUBLIC_ORIGIN: origins.publicOrigin,
      FRAME_ORIGIN: origins.frameOrigin,
    }),
    libraries,
  };
  const types = await packageTypes(ROOT);
  const generated = await generatedDocs(ROOT, types);
  for (const [folder, texts] of generated) await checkReports(`${ROOT}/${folder}`, texts);
  const code = await bundlePackage(options);
  const files = [
    ...code,
    ...[...types.files].map(([path, text]) => textFile(`types/${path}`, text)),
    ...oldEntries(),
    packageJson(SDK_VERSION),
    await manifest(SDK_VERSION, { files: code, origins }),
    { path: "README.md", bytes: await Deno.readFile(`${ROOT}/scripts/package/readme.md`) },
    ...await documentation(),
    { path: "LICENSE", bytes: await Deno.readFile(`${ROOT}/LICENSE`) },
    textFile(NOTICES_FILE, noticesText(ROOT, libraries)),
  ];
  const folder = `${dist}/package`;
  await write(folder, files);
  const tarball = `${dist}/${PACKED}${packageVersion(SDK_VERSION)}.tgz`;
  await removePacked(dist);
  await pack(dist, tarball);
  const wrong = await judge(await Deno.readFile(tarball));
  if (wrong.length > 0) throw new Error(`The package is not fit to be installed:\n${wrong.join("\n")}`);
  return { folder, tarball, files, generated };
}

/** The merchants' documentation as Markdown, and its list for programs that read it. */
async function documentation(): Promise<readonly PackageFile[]> {
  const docs = await readDocs(`${ROOT}/docs/merchants`);
  return [
    ...docs.pages.map(({ path, text }) => textFile(`docs/${path}`, text)),
    // Programs read it; indented it is more than twice as large.
    textFile("docs/openapi.json", JSON.stringify(JSON.parse(await Deno.readTextFile(`${ROOT}/docs/api/openapi.json`)))),
    textFile("llms.txt", llmsText(docs, "docs/")),
  ];
}

function originsOf(given: Env): Origins {
  const env = trimAddresses(given);
  return {
    publicOrigin: readOrigin(env, "PUBLIC_ORIGIN", "http://localhost:8000"),
    frameOrigin: readOrigin(env, "FRAME_ORIGIN", "http://localhost:8001"),
  };
}

async function write(folder: string, files: readonly PackageFile[]): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  for (const { path, bytes } of files) {
    const file = `${folder}/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(file, bytes);
  }
}

/** Of earlier releases too: `npm publish dist/payrails-web-sdk-*.tgz` publishes the one that is there. */
async function removePacked(dist: string): Promise<void> {
  for await (const { name } of Deno.readDir(dist)) {
    if (name.startsWith(PACKED) && name.endsWith(".tgz")) await Deno.remove(`${dist}/${name}`);
  }
}

/** npm requires the folder name `package`. */
async function pack(dist: string, tarball: string): Promise<void> {
  const args = ["--format=ustar", "-czf", tarball, "-C", dist, "package"];
  const { success } = await new Deno.Command("tar", { args }).output();
  if (!success) throw new Error("Cannot pack the package: tar failed");
}

if (import.meta.main) {
  try {
    const { tarball, files } = await buildPackage();
    const { size } = await Deno.stat(tarball);
    console.log(`Packed ${tarball}, ${files.length} files, ${size} bytes; publint and attw have nothing to say`);
  } finally {
    await stopBundler();
  }
}
