/** The package's custom elements: what they do in a page, in jsdom with the testing entry. */
import * as esbuild from "esbuild";
import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { gzipBytes } from "../../../scripts/build/budgets.ts";
import { installPackage, loadedAtOnce } from "../../support/merchant/installed_package.ts";
import { openTestWindow, plain, type TestWindow } from "../../support/merchant/test_window.ts";

const PAGE = new URL("package_pages/elements.js", import.meta.url).pathname;

describe("custom elements", () => {
  let home = "";
  let window: TestWindow;
  before(async () => {
    home = await installPackage([]);
    await Deno.copyFile(PAGE, `${home}/elements.js`);
    const { outputFiles } = await esbuild.build({
      entryPoints: [`${home}/elements.js`],
      bundle: true,
      format: "iife",
      write: false,
      logLevel: "error",
    });
    window = openTestWindow();
    window.eval(outputFiles[0]?.text ?? "");
    // The first run defines them; the others find them defined.
    late = await run("late");
  });
  after(async () => {
    window?.close();
    await esbuild.stop();
    if (home !== "") await Deno.remove(home, { recursive: true });
  });
  let late: unknown;
  const run = async (name: string) => plain(await window.eval(`run(${JSON.stringify(name)})`));

  it("weigh nothing on the client's own entry, and less than 4 KB beside it", async () => {
    const folder = `${home}/node_modules/@payrails/web-sdk`;
    const client = await loadedAtOnce(folder, "esm/index.mjs");
    const beside = (await loadedAtOnce(folder, "esm/elements.mjs")).difference(client);
    assert(beside.has("esm/elements.mjs"));
    const sizes = await Promise.all([...beside].map((path) => Deno.readFile(`${folder}/${path}`).then(gzipBytes)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert(bytes < 4000, String(bytes));
    for (const path of client) {
      assertFalse((await Deno.readTextFile(`${folder}/${path}`)).includes("payrails-payment-button"), path);
    }
  });

  it("work when they are defined late, with properties that were set before, and pay", () => {
    assertEquals(late, {
      before: true,
      fields: ["CARD_NUMBER", "CARDHOLDER_NAME", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"],
      end: "success",
      kept: [true, false, null],
      heard: [
        ["payrails-client-initialized", ""],
        ["payrails-ready", ""],
        ["payrails-validate", true],
        ["payrails-button-clicked", "AUTHORIZE"],
        ["payrails-request-start", "AUTHORIZE"],
        ["payrails-success", "AUTHORIZE"],
      ],
    });
  });

  it("read attributes: an option that is there is true, false says false, and init is JSON", async () => {
    assertEquals(await run("attributes"), {
      fields: ["CARD_NUMBER", "CARDHOLDER_NAME", "EXPIRATION_DATE", "CVV"],
      isDisabled: false,
      label: "Bezahlen",
    });
  });

  it("follow the provider's locale and their own translations, and stay the same elements", async () => {
    assertEquals(await run("language"), { texts: ["Bezahlen", "Payer", "Régler", "Payer", "Pay"], isSame: true });
  });

  it("find their provider from within a shadow root, and their events reach the document", async () => {
    const names = ["client-initialized", "ready", "validate", "button-clicked", "request-start", "success"];
    const heard = names.map((name) => `payrails-${name}`);
    assertEquals(await run("shadow"), { end: "success", hasForm: true, heard });
  });

  it("keep what they show when they are moved", async () => {
    assertEquals(await run("moved"), { isSame: true, end: "success" });
  });

  it("leave nothing when they are removed, and pay when they are put back", async () => {
    assertEquals(await run("removed"), {
      gone: [0, true, 0],
      back: [1, false],
      all: [0, true, true],
      end: "success",
    });
  });

  it("stop the payment when a gate's event is prevented", async () => {
    assertEquals(await run("prevented"), [
      ["button-clicked", "not_sent", ["payrails-failed", "VALIDATION_FAILED"]],
      ["request-start", "not_sent", ["payrails-failed", "VALIDATION_FAILED"]],
    ]);
  });

  it("call the callbacks of `events` beside, whose gates answer true, and take the page's own client", async () => {
    const clicked = ["AUTHORIZE", "42424242"];
    assertEquals(await run("callbacks"), [
      [true, "success", [clicked, ["old"]]],
      [false, "not_sent", [clicked]],
      [null, "not_sent", [clicked]],
    ]);
  });

  it("keep the client of the same session, and replace it when the provider gets another", async () => {
    const seen = asAnother(await run("another"));
    assertMatch(seen.refused, /destroyed/);
    assertEquals({ ...seen, refused: "" }, {
      isKept: true,
      isReplaced: true,
      end: "success",
      amount: { value: "20.00", currency: "EUR" },
      left: [0, true],
      refused: "",
    });
  });

  it("report a malformed init response, and show nothing", async () => {
    assertEquals(await run("malformed"), ["payrails:client:init.config_malformed", true, 0]);
  });

  it("say once that they show nothing outside a provider", async () => {
    assertEquals(
      await run("outside"),
      ["payrails-card-form", "payrails-payment-button"].map((tag) =>
        `payrails: ${tag} shows nothing: put it into a payrails-provider, or set its client`
      ),
    );
  });

  it("throw it where the page does not prevent the event", async () => {
    assertEquals(await run("unhandled"), "payrails:client:init.config_malformed");
  });

  it("read the options of the client from their provider, which has an init attribute", async () => {
    assertEquals(await run("provider"), {
      called: ["string"],
      label: "Bezahlen",
      heard: ["payrails-client-initialized", "payrails-ready"],
    });
  });

  it("follow a later appearance", async () => {
    assertEquals(await run("appearance"), ["#111111", "#222222"]);
  });

  it("have the methods of the SDK's element, for every tag", async () => {
    const tags = [
      "dropin",
      "card-list",
      "google-pay-button",
      "apple-pay-button",
      "paypal-button",
      "generic-redirect-button",
    ];
    assertEquals(await run("others"), tags.map((tag) => [tag, "function"]));
  });
});

function asAnother(seen: unknown): { readonly refused: string } {
  return seen as { readonly refused: string };
}
