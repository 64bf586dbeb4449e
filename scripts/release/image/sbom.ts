/** The bill of materials of a release: CycloneDX 1.6, which scanners of known holes and licences read. */
import type { Package } from "../../build/licenses/notices.ts";
import type { SystemPackage } from "./system.ts";

/** An entry of deno.lock: SHA-512 in base64, after `sha512-`. */
interface Locked {
  readonly integrity?: string;
}

export interface BillInput {
  readonly version: string;
  readonly created: Date;
  /** Packages whose code or data is in the release. */
  readonly packages: readonly Package[];
  /** `npm` of deno.lock: keys are `name@version`, with the peers behind `_`. */
  readonly locked: Readonly<Record<string, Locked>>;
  /** The runtime in the image. */
  readonly runtime: { readonly version: string; readonly file: ImageFile };
  /** System libraries that the runtime loads. */
  readonly system: readonly (Omit<SystemPackage, "files" | "notice"> & { readonly files: readonly ImageFile[] })[];
  /** Where the product's own files are in the image: files, and folders of which it owns everything. */
  readonly own: readonly string[];
  /** Where the files of packages are, by package; code in the bundles counts among the product's own. */
  readonly copied: Readonly<Record<string, string>>;
}

/** A file of the image whose content came from outside. */
export interface ImageFile {
  readonly path: string;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/** Without a serial number, so that two builds of the same sources are equal. */
export function billOfMaterials(
  { version, created, packages, locked, runtime, system, own, copied }: BillInput,
): object {
  const product = { type: "application", "bom-ref": "trustcheck", name: "trustcheck", version, ...found(own) };
  const deno = {
    type: "platform",
    "bom-ref": "deno",
    name: "deno",
    version: runtime.version,
    ...named("MIT"),
    components: [fileOf(runtime.file)],
  };
  const loaded = system.map(({ name, version, license, purl, files }) => ({
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...named(license),
    components: files.map(fileOf),
  }));
  const libraries = packages.map(({ name, version, license }) => {
    const purl = `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      ...named(license || (NAMED[name] ?? "")),
      ...hashOf(locked, name, version),
      ...found(copied[name] === undefined ? [] : [copied[name]]),
    };
  });
  const refsOf = (components: readonly { readonly "bom-ref": string }[]) => components.map((each) => each["bom-ref"]);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { timestamp: created.toISOString(), component: product },
    components: [deno, ...loaded, ...libraries],
    dependencies: [
      { ref: "trustcheck", dependsOn: ["deno", ...refsOf(libraries)] },
      { ref: "deno", dependsOn: refsOf(loaded) },
    ],
  };
}

const fileOf = ({ path, sha256 }: ImageFile) => ({
  type: "file",
  "bom-ref": path,
  name: path,
  hashes: [{ alg: "SHA-256", content: sha256 }],
});

function found(paths: readonly string[]) {
  return paths.length === 0 ? {} : { evidence: { occurrences: paths.map((location) => ({ location })) } };
}

/** Packages that ship the text of their licence but do not name it. */
const NAMED: Readonly<Record<string, string>> = { "png-js": "MIT" };

/** One SPDX id or an expression of several. */
function named(license: string) {
  if (license === "") return {};
  return {
    licenses: [/ /.test(license) ? { expression: license.replace(/^\((.*)\)$/, "$1") } : { license: { id: license } }],
  };
}

function hashOf(locked: BillInput["locked"], name: string, version: string) {
  const key = Object.keys(locked).find((each) =>
    each === `${name}@${version}` || each.startsWith(`${name}@${version}_`)
  );
  const { integrity = "" } = locked[key ?? ""] ?? {};
  if (!integrity.startsWith("sha512-")) return {};
  return { hashes: [{ alg: "SHA-512", content: Uint8Array.fromBase64(integrity.slice("sha512-".length)).toHex() }] };
}
