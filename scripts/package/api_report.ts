/**
 * The reports of the package's public API in docs/api/: a change of what merchants see shows in review. Beside them it
 * writes the options that the development build knows.
 */

const COMMAND = "deno task api-report";

/** Throws when a report in the folder differs from the code's. */
export async function checkReports(folder: string, reports: ReadonlyMap<string, string>): Promise<void> {
  const changed: string[] = [];
  for (const [name, text] of reports) {
    if (await Deno.readTextFile(`${folder}/${name}`).catch(() => "") !== text) changed.push(name);
  }
  if (changed.length === 0) return;
  throw new Error(
    `The package's public API is not that of docs/api/${changed.join(", ")}: run \`${COMMAND}\` and commit the report`,
  );
}

export async function writeReports(folder: string, reports: ReadonlyMap<string, string>): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, text] of reports) await Deno.writeTextFile(`${folder}/${name}`, text);
}

if (import.meta.main) {
  const { packageTypes } = await import("./types.ts");
  const { OPTIONS_FILE, optionsText } = await import("./options.ts");
  const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
  const { reports } = await packageTypes(root);
  await writeReports(`${root}/docs/api`, reports);
  await Deno.writeTextFile(`${root}/${OPTIONS_FILE}`, optionsText(root));
  console.log(`Wrote ${[...reports.keys()].join(", ")} into docs/api/, and ${OPTIONS_FILE}`);
}
