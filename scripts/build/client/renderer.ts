/** React's renderer in the web app, the largest library of the first screen. */
import type { Plugin } from "esbuild";

const RENDERER = "react-dom/cjs/react-dom-client.production.js";

/**
 * React's renderer as a module. Its package has only CommonJS, which esbuild wraps into a function: the browser then
 * parses it twice, the second time on the main thread. docs/decisions/client/client-build.md has the figures.
 */
export function rendererAsModule(root: string): Plugin {
  const path = `${root}/node_modules/${RENDERER}`;
  const before = `
    import scheduler from "scheduler";
    import react from "react";
    import dom from "react-dom";
    const required = { scheduler, react, "react-dom": dom };
    const require = (name) => required[name];
    const exports = {};`;
  return {
    name: "renderer-as-module",
    setup(build) {
      build.onResolve({ filter: /^react-dom\/client$/ }, async () => ({ path: await Deno.realPath(path) }));
      build.onLoad({ filter: /\/react-dom-client\.production\.js$/ }, async () => ({
        contents: `${before}\n${await Deno.readTextFile(path)}\nexport const { createRoot, hydrateRoot } = exports;`,
      }));
    },
  };
}
