/** Files of Vue and Svelte for esbuild, each compiled by its framework's own compiler. */
import type { Plugin } from "esbuild";
import { compile } from "svelte/compiler";
import { compileScript, parse } from "vue/compiler-sfc";

export const frameworkFiles: Plugin = {
  name: "framework-files",
  setup: (build) => {
    build.onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      const { descriptor } = parse(await Deno.readTextFile(path), { filename: path });
      const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith("payrails-") };
      const templateOptions = { compilerOptions };
      const { content } = compileScript(descriptor, { id: "shop", inlineTemplate: true, templateOptions });
      return { contents: content, loader: "ts" };
    });
    build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await Deno.readTextFile(path), { filename: path, generate: "client" });
      return { contents: js.code, loader: "js" };
    });
  },
};
