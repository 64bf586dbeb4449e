/** The package's declarations: one file with everything, and one per entry that lists its public names. */
import { flatten } from "./declarations.ts";
import { declare, keyOf, origin, type Place } from "./declaration_files.ts";

/** Entry of the package -> its source. React's is separate, since other entries need no declarations of React. */
const PLAIN = { index: "sdk/mod.ts", vault: "sdk/vault.ts", testing: "sdk/testing/mod.ts" } as const;
const REACT = "sdk/react/mod.ts";
const ALL = "declarations";

/** Path below `types/` -> text, for modules (.mts) and for require (.cts). */
export function packageTypes(root: string): ReadonlyMap<string, string> {
  const sources = [...Object.values(PLAIN), REACT];
  const files = declare(sources.map((source) => `${root}/${source}`));
  const placesOf = (source: string): readonly Place[] => {
    const file = `${root}/${source}`;
    return [...files.get(file)?.exports.keys() ?? []].map((name) => ({ file, name }));
  };
  const flat = flatten({ files, roots: Object.values(PLAIN).flatMap(placesOf) });
  /** A class whose objects the client returns is a type for merchants, without a constructor. */
  const exported = (source: string, from: string) => {
    const types = files.get(`${root}/${source}`)?.typeOnly ?? new Set();
    const lines = [[placesOf(source).filter(({ name }) => !types.has(name)), ""], [
      placesOf(source).filter(({ name }) => types.has(name)),
      "type ",
    ]] as const;
    return lines.filter(([places]) => places.length > 0)
      .map(([places, kind]) => `export ${kind}{ ${places.map(nameIn).join(", ")} } from "${from}";\n`).join("");
  };
  const nameIn = (place: Place): string => {
    const own = flat.names.get(keyOf(origin(files, place))) ?? place.name;
    return own === place.name ? own : `${own} as ${place.name}`;
  };
  const written = new Map<string, string>();
  for (const [kind, extension] of [["mts", "mjs"], ["cts", "cjs"]] as const) {
    const from = `./${ALL}.${extension}`;
    written.set(`${ALL}.d.${kind}`, `${flat.text}\n`);
    for (const [entry, source] of Object.entries(PLAIN)) {
      written.set(`${entry}.d.${kind}`, exported(source, from));
    }
    const react = flatten({ files, roots: placesOf(REACT), known: { ...flat, from } });
    written.set(`react.d.${kind}`, `${react.text}\nexport {};\n`);
  }
  return written;
}
