/** The bill of materials of a release: CycloneDX 1.6, which scanners of known holes and licences read. */
import type { Package } from "../../build/licenses/notices.ts";

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
  /** Version of the runtime in the image. */
  readonly runtime: string;
}

/** Without a serial number, so that two builds of the same sources are equal. */
export function billOfMaterials({ version, created, packages, locked, runtime }: BillInput): object {
  const product = { type: "application", "bom-ref": "trustcheck", name: "trustcheck", version };
  const deno = { type: "platform", "bom-ref": "deno", name: "deno", version: runtime, ...named("MIT") };
  const libraries = packages.map(({ name, version, license }) => {
    const purl = `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      ...named(license),
      ...hashOf(locked, name, version),
    };
  });
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { timestamp: created.toISOString(), component: product },
    components: [deno, ...libraries],
    dependencies: [{ ref: "trustcheck", dependsOn: ["deno", ...libraries.map((each) => each["bom-ref"])] }],
  };
}

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
