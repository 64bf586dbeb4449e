/** The renderer's code is a module of its own: no function wraps it, and nothing of it is lost. */
import * as esbuild from "esbuild";
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { rendererAsModule } from "./renderer.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");

describe("React's renderer in the build", () => {
  it("is a module without a function around it, and exports what the app starts with", async () => {
    const { outputFiles: [file] } = await esbuild.build({
      stdin: { contents: 'export * from "react-dom/client";', resolveDir: `${ROOT}/client` },
      bundle: true,
      write: false,
      format: "esm",
      define: { "process.env.NODE_ENV": '"production"' },
      plugins: [rendererAsModule(ROOT)],
      logLevel: "warning",
    });
    await esbuild.stop();
    assert(file !== undefined);
    const wrapped = [...file.text.matchAll(/= __commonJS\(\{\s*"([^"]+)"/g)].map(([, path = ""]) => path);
    assert(wrapped.some((path) => path.endsWith("/react.production.js")), "the other parts have one");
    assertEquals(wrapped.filter((path) => path.includes("react-dom-client")), []);
    const path = await Deno.makeTempFile({ suffix: ".mjs" });
    await Deno.writeFile(path, file.contents);
    const { createRoot, hydrateRoot } = await import(`file://${path}`).finally(() => Deno.remove(path));
    assertEquals([typeof createRoot, typeof hydrateRoot], ["function", "function"]);
  });
});
