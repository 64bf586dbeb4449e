/** Checks the packed file with publint and "are the types wrong". */
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** Files without code, which need no types. */
const NO_CODE = [/\.css$/, /\.json$/, /payrails(\.development)?\.js$/];

/** One sentence per problem; empty when there are none. */
export async function judge(tarball: Uint8Array): Promise<readonly string[]> {
  return [...await lint(tarball), ...await types(tarball)];
}

async function lint(tarball: Uint8Array): Promise<readonly string[]> {
  const bytes = Uint8Array.from(tarball).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`);
}

async function types(tarball: Uint8Array): Promise<readonly string[]> {
  const checked = await checkPackage(createPackageFromTarballData(tarball), { excludeEntrypoints: NO_CODE });
  if (!checked.types) return ["attw: the package has no types"];
  return checked.problems.map((problem) => `attw: ${JSON.stringify(problem)}`);
}
