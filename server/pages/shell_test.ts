import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fakeAssets } from "../../tests/support/app/fake_context.ts";
import { readConfig } from "../config/config.ts";
import { siteOf } from "../routes/app/spa.ts";
import type { Assets } from "./assets.ts";
import { clientFiles } from "./manifest.ts";
import { unknownPlanPage } from "./not_found_page.ts";
import { plainContent } from "./plain_page.ts";
import { fillShell, messageShell } from "./shell.ts";

describe("the shell without script", () => {
  it("has the product's mark above its sentence, unless the screen that it holds has a header", async () => {
    const shell = await Deno.readTextFile(new URL("../../client/index.html", import.meta.url));
    const drawn = () => ({ styles: "", screens: { "/": { asked: "SCREEN", unasked: "SCREEN" } } });
    const assets = { ...fakeAssets, shell, drawn } as Assets;
    const site = siteOf({ config: readConfig({}), assets, host: "localhost" });
    const marked = async (screen: string | undefined) => {
      const { html } = await fillShell(assets, { site, language: "en", screen, liveReload: false });
      const noscript = /<noscript>(.*?)<\/noscript>/s.exec(html)?.[1] ?? "";
      return [html.includes("SCREEN"), noscript.replace(/<[^>]*>/g, " ").trim().startsWith("Trust Check")];
    };
    assertEquals([await marked("/"), await marked(undefined)], [[true, false], [false, true]]);
  });

  it("has the styles of screens in itself, and those of paper in a file that its early script loads after the first paint", async () => {
    const shell = await Deno.readTextFile(new URL("../../client/index.html", import.meta.url));
    const drawn = () => ({ styles: "p{}", screens: { "/": { asked: "SCREEN", unasked: "SCREEN" } } });
    const client = { ...clientFiles(fakeAssets.manifest), print: "/print.css" };
    const assets = { ...fakeAssets, shell, drawn, manifest: { ...fakeAssets.manifest, client: { en: client } } };
    const site = siteOf({ config: readConfig({}), assets: assets as Assets, host: "localhost" });
    const { html } = await fillShell(assets, { site, language: "en", screen: "/", liveReload: false });
    const sheet = `<link rel="stylesheet" media="print" href="/print.css">`;
    assertEquals(html.includes(`<style>p{}</style><noscript>${sheet}</noscript>`), true);
    assertEquals(html.match(/<script async[^>]* data-app="(\S*) /)?.[1], "/print.css");
    const empty = await fillShell(assets, { site, language: "en", screen: undefined, liveReload: false });
    assertEquals(empty.html.includes(`href="${client.styles}">${sheet}`), true, "an empty shell has no early script");
  });

  it("holds the offer to load the page again with a screen whose early script loads the app", async () => {
    const shell = await Deno.readTextFile(new URL("../../client/index.html", import.meta.url));
    const drawn = () => ({ styles: "", screens: { "/": { asked: "SCREEN", unasked: "SCREEN" } } });
    const assets = { ...fakeAssets, shell, drawn } as Assets;
    const site = siteOf({ config: readConfig({}), assets, host: "localhost" });
    const holdsOffer = async (screen: string | undefined) => {
      const { html } = await fillShell(assets, { site, language: "en", screen, liveReload: false });
      return /<p [^>]*id="not-loaded"[^>]* hidden>/.test(html);
    };
    assertEquals([await holdsOffer("/"), await holdsOffer(undefined)], [true, false]);
  });

  it("says on a demo server that it is one, also above a message", async () => {
    const shell = await Deno.readTextFile(new URL("../../client/index.html", import.meta.url));
    const stripOf = async (demo: boolean) => {
      const page = unknownPlanPage("en", "/trustcheck", { param: "plan", id: "x" });
      const content = plainContent({ config: { ...readConfig({}), demo } }, page);
      const { html } = await messageShell({ ...fakeAssets, shell }, { content, language: "en" });
      return html.includes("demo-strip");
    };
    assertEquals([await stripOf(true), await stripOf(false)], [true, false]);
  });
});
