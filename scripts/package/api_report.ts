/**
 * What is generated from the package's public API and the merchant API: reports in docs/api/, where a change of what
 * merchants see shows in review, the reference in docs/merchants/reference/, and the options that the development build
 * knows.
 */
import { errorsPage } from "../docs/reference/errors.ts";
import { merchantApiPage } from "../docs/reference/merchant_api.ts";
import { referencePages } from "../docs/reference/reference.ts";
import type { PackageTypes } from "./types.ts";

const COMMAND = "deno task api-report";

/** Throws when a report in the folder differs from the code's. */
export async function checkReports(folder: string, reports: ReadonlyMap<string, string>): Promise<void> {
  const changed: string[] = [];
  for (const [name, text] of reports) {
    if (await Deno.readTextFile(`${folder}/${name}`).catch(() => "") !== text) changed.push(name);
  }
  if (changed.length === 0) return;
  const place = folder.slice(folder.lastIndexOf("docs/"));
  throw new Error(
    `The package's public API is not that of ${place}/${changed.join(", ")}: run \`${COMMAND}\` and commit the report`,
  );
}

export async function writeReports(folder: string, reports: ReadonlyMap<string, string>): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, text] of reports) await Deno.writeTextFile(`${folder}/${name}`, text);
}

/** Folder below the root -> its generated files by name. */
export async function generatedDocs(
  root: string,
  types: PackageTypes,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const openApi = await Deno.readTextFile(`${root}/docs/api/openapi.json`);
  const own = [["errors.md", errorsPage()], ["merchant-api.md", merchantApiPage(openApi)]] as const;
  return new Map([
    ["docs/api", types.reports],
    ["docs/merchants/reference", new Map([...referencePages(types), ...own])],
  ]);
}

if (import.meta.main) {
  const { packageTypes } = await import("./types.ts");
  const { OPTIONS_FILE, optionsText } = await import("./options.ts");
  const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
  for (const [folder, files] of await generatedDocs(root, await packageTypes(root))) {
    await writeReports(`${root}/${folder}`, files);
    console.log(`Wrote ${[...files.keys()].join(", ")} into ${folder}/`);
  }
  await Deno.writeTextFile(`${root}/${OPTIONS_FILE}`, optionsText(root));
  console.log(`Wrote ${OPTIONS_FILE}`);
}
