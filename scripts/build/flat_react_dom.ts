/**
 * React's renderer without its wrapper function. As published, it is one function that the browser parses twice, the
 * second time in one long task on its first call; as plain module code it is parsed once, outside of that task.
 */
import type { Plugin } from "esbuild";

const DOOR = /[\\/]react-dom[\\/]client\.js$/;
const BODY = /[\\/]react-dom-client\.production\.js$/;
const EXPORT = /^exports\.(\w+) = /gm;
const REQUIRE = /\brequire\("([\w-]+)"\)/g;

export function flatReactDom(): Plugin {
  return {
    name: "flat-react-dom",
    setup(build) {
      build.onLoad({ filter: DOOR }, () => ({ contents: 'export * from "./cjs/react-dom-client.production.js";' }));
      build.onLoad({ filter: BODY }, async ({ path }) => ({ contents: asModule(await Deno.readTextFile(path)) }));
    },
  };
}

/** Exports keep their names; requires become imports. */
export function asModule(text: string): string {
  const needed = [...new Set([...text.matchAll(REQUIRE)].map(([, name = ""]) => name))];
  const names = [...text.matchAll(EXPORT)].map(([, name = ""]) => name);
  if (needed.length === 0 || names.length === 0) throw new Error("React's renderer is not written as it was");
  const imports = needed.map((name, at) => `import needed${at} from "${name}";`).join("\n");
  const body = text
    .replace(REQUIRE, (_, name: string) => `needed${needed.indexOf(name)}`)
    .replace(EXPORT, (_, name: string) => `const exported_${name} = `);
  return `${imports}\n${body}\nexport { ${names.map((name) => `exported_${name} as ${name}`).join(", ")} };\n`;
}
