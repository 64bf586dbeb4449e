/**
 * Every code block of the merchants' documentation is checked: TypeScript against the package's types, data by its
 * parser, policies by the SDK's own table. tests/contract/sdk/merchant_docs_test.ts runs the programs.
 */
import * as esbuild from "esbuild";
import ts from "typescript";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { after, describe, it } from "@std/testing/bdd";
import { TARGET } from "../../../scripts/build/bundle.ts";
import { packageJson } from "../../../scripts/package/about.ts";
import { CHALLENGE_MS, REDIRECT_MS } from "../../../server/embedded/payments/context/constants.ts";
import { type State, TRANSITIONS } from "../../../server/embedded/payments/executions/execution_state.ts";
import { DisputesQuery } from "../../../server/embedded/payments/schemas/queries.ts";
import { cspDirectives, type Directives } from "../../../server/routes/sdk/csp_directives.ts";
import { type CodeBlock, codeBlocksOf, readCodeBlocks } from "../../support/docs/code_blocks.ts";
import { parseTable, TABLE } from "../published/table.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
const blocks = await readCodeBlocks();
const of = (...languages: readonly string[]) => blocks.filter(({ language }) => languages.includes(language));

/** Names that fragments may use without an import. */
const PRELUDE = `
import type * as sdk from "@payrails/web-sdk";
import type * as fake from "@payrails/web-sdk/testing";
import type * as vault from "@payrails/web-sdk/vault";
import type * as components from "@payrails/web-sdk/react";
import type * as elements from "@payrails/web-sdk/elements";
declare global {
  type InitResponse = sdk.InitResponse;
  type WalletEvents = sdk.WalletEvents;
  const init: sdk.InitResponse;
  const client: sdk.Payrails;
  const Payrails: typeof sdk.Payrails;
  const PayrailsProvider: typeof components.PayrailsProvider;
  const CardForm: typeof components.CardForm;
  const CardList: typeof components.CardList;
  const Dropin: typeof components.Dropin;
  const PaymentButton: typeof components.PaymentButton;
  const ApplePayButton: typeof components.ApplePayButton;
  const GooglePayButton: typeof components.GooglePayButton;
  const PaypalButton: typeof components.PaypalButton;
  const GenericRedirectButton: typeof components.GenericRedirectButton;
  const defineElements: typeof elements.defineElements;
  const usePayrails: typeof components.usePayrails;
  const useResume: typeof components.useResume;
  const openFakeCheckout: typeof fake.openFakeCheckout;
  const vaultInit: typeof vault.init;
}
`;

/** What the Vue example imports; Vue is not a dependency of this repository. */
const VUE = `declare module "vue" {
  export function ref<T>(): { value: T | undefined };
  export function ref<T>(value: T): { value: T };
  export function onMounted(run: () => unknown): void;
  export function onUnmounted(run: () => unknown): void;
}`;

describe("the code of the merchants' documentation", () => {
  after(() => esbuild.stop());

  it("is in languages that a test checks", () => {
    assert(blocks.length > 100, String(blocks.length));
    const checked = ["ts", "tsx", "js", "vue", "svelte", "html", "css", "json", "sh", "http", "text"];
    assertEquals(blocks.filter(({ language }) => !checked.includes(language)).map(titleOf), []);
  });

  it("TypeScript compiles against the package's types, each block as its own module", () => {
    assert(SOURCES.length > 60, String(SOURCES.length));
    assertEquals(compiled().right, []);
  });

  it("the compiler of this test refuses an option that does not exist", () => assertEquals(compiled().wrong.length, 1));

  it("programs in JavaScript and markup are files, which another test runs", () =>
    assertEquals(of("js", "svelte", "html").filter(({ marks }) => marks.file === undefined).map(titleOf), []));

  it("the go-live checklist names the browsers that the build targets", async () => {
    const [chrome, firefox, safari] = TARGET.map((target) => target.replace(/^\D+/, ""));
    const page = await Deno.readTextFile(`${ROOT}/docs/merchants/launch/go-live.md`);
    const named = /\*\*Browsers\.\*\* .* from (\d+), Firefox from (\d+), Safari and iOS from (\d+)/.exec(page)?.slice(
      1,
    );
    assertEquals(named, [chrome, firefox, safari]);
  });

  it("no page sends the shopper away, or promises an email, before it has read why a payment is pending", () => {
    const promising = blocks.filter(({ code }) => /we.will.email/i.test(code));
    assert(promising.length > 6, String(promising.length));
    assertEquals(promising.filter(({ code }) => !code.includes('"challenge_closed"')).map(titleOf), []);
  });

  it("How a payment works says how long a payment waits for the shopper", async () => {
    const page = await Deno.readTextFile(`${ROOT}/docs/merchants/concepts/payments.md`);
    const [, table = ""] = /^## How long a payment waits$([^#]*)/m.exec(page) ?? [];
    const rows = [...table.matchAll(/\| (\d+) minutes \| `(\w+)`/g)].map((
      [, minutes, result],
    ) => [Number(minutes), result]);
    const [challenge, redirect] = [CHALLENGE_MS / 60_000, REDIRECT_MS / 60_000];
    assertEquals(rows, [[challenge, "PayerAuthenticationFailed"], [challenge, "Timeout"], [redirect, "Timeout"]]);
    const cards = await Deno.readTextFile(`${ROOT}/docs/merchants/launch/test-cards.md`);
    assertStringIncludes(cards, `after ${challenge} or ${redirect} minutes`);
  });

  it("Move from 5.x names every member whose type differs, and the value that is new", async () => {
    const page = await Deno.readTextFile(`${ROOT}/docs/merchants/guides/migration.md`);
    const different = parseTable(await Deno.readTextFile(TABLE)).filter(({ verdict }) => verdict === "different");
    assert(different.length > 0);
    for (const { member, found } of different) {
      const values = [...found.matchAll(/"(\w+)"/g)].map(([, value = ""]) => value);
      const isNamed = (line: string) => [member, ...values].every((word) => line.includes(word));
      assert(page.split("\n").some(isNamed), `${member}: ${found}`);
    }
  });

  it("the webhook in full has a history that an execution can have", () => {
    const [block] = of("json").filter(({ marks }) => marks.webhook !== undefined);
    const { event, execution } = JSON.parse(block?.code ?? "");
    const codes: readonly string[] = execution.status.map(({ code }: { readonly code: string }) => code);
    assertEquals(event, codes.at(-1));
    const statesAfter = (from: State, left: readonly string[]): readonly State[] =>
      left.length === 0 ? [from] : TRANSITIONS.flatMap((step) => {
        const isNext = step.from === from && step.codes.length > 0 && step.codes.every((code, at) => left[at] === code);
        return isNext ? statesAfter(step.to, left.slice(step.codes.length)) : [];
      });
    assert(statesAfter("created", codes).includes(execution.state), codes.join());
  });

  it("pages list what the code has: the package's entries, the policy's hosts and the filters of disputes", async () => {
    const page = (name: string) => Deno.readTextFile(`${ROOT}/docs/merchants/${name}.md`);
    const { exports } = JSON.parse(new TextDecoder().decode(packageJson("5.25.3").bytes));
    const entries = Object.keys(exports).filter((name) => name !== "./package.json")
      .map((name) => `\`@payrails/web-sdk${name.slice(1).replace("*", "<code>")}\``);
    const directives = cspDirectives({ publicOrigin: "https://own.example", frameOrigin: "https://own.example" });
    const hosts = Object.values(directives).flatMap((each: Directives) => Object.values(each).flat())
      .filter((host) => host.startsWith("https://") && host !== "https://own.example");
    const filters = Object.keys(DisputesQuery.shape).filter((name) => name !== "limit").map((name) => `\`${name}\``);
    for (
      const [name, words] of [
        ["start/package", entries],
        ["guides/security-policy", hosts],
        ["back-end/disputes", filters],
      ] as const
    ) {
      assert(words.length > 0);
      const text = await page(name);
      assertEquals(words.filter((word) => !text.includes(word)), [], name);
    }
  });

  it("JSON and CSS parse", async () => {
    for (const { code } of of("json")) JSON.parse(code);
    for (const block of of("css")) {
      const { warnings } = await esbuild.transform(block.code, { loader: "css" });
      assertEquals(warnings.map(({ text }) => `${titleOf(block)}: ${text}`), []);
    }
  });

  it("every variable of a style sheet is one that the SDK's own sheet reads", async () => {
    const sheet = await Deno.readTextFile(`${ROOT}/sdk/ui/payrails-styles.css`);
    const named = [...of("css")].flatMap(({ code }) =>
      [...code.matchAll(/(--payrails-[\w-]+):/g)].map(([, name]) => name)
    );
    assert(named.length > 0);
    assertEquals(named.filter((name) => !sheet.includes(`var(${name})`)), []);
  });

  it("the policy for cards is the manifest's plus the page's own files", () => {
    const [policy] = of("http").filter(({ marks }) => marks.csp === "card");
    const origins = { publicOrigin: "https://payments.example", frameOrigin: "https://card-frame.example" };
    const { card } = cspDirectives(origins);
    const own = (name: string) => name === "frame-src" ? "" : "'self' ";
    const expected = Object.entries(card).map(([name, hosts]) => `${name} ${own(name)}${hosts.join(" ")}`).join("; ");
    assertEquals(policy?.code.trim(), `content-security-policy: ${expected}`);
  });

  it("the policy of every method allows the frames that the SDK opens on the card frame's origin", () => {
    const frameOrigin = "https://card-frame.example";
    const csp: Readonly<Record<string, Directives>> = cspDirectives({ publicOrigin: "https://a.example", frameOrigin });
    assertEquals(Object.keys(csp).filter((method) => csp[method]?.["frame-src"]?.includes(frameOrigin) !== true), []);
  });

  it("commands for a terminal name tasks and settings that exist", async () => {
    const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.json`));
    const settings = await Deno.readTextFile(`${ROOT}/docs/operations/settings.md`);
    for (const block of of("sh").filter(({ code }) => !code.startsWith("curl "))) {
      for (const line of block.code.trim().split("\n")) {
        const [, task] = /^deno task (\w+)/.exec(line) ?? [];
        const [, setting] = /^([A-Z_]+)=/.exec(line) ?? [];
        const isKnown = task === undefined
          ? setting === undefined ? /^npm install /.test(line) : settings.includes(`\`${setting}\``)
          : tasks[task] !== undefined;
        assert(isKnown, `${titleOf(block)}: ${line}`);
      }
    }
  });

  it("each curl call belongs to the merchant API and has a JSON body, and every call of the API is shown", async () => {
    const { paths } = JSON.parse(await Deno.readTextFile(`${ROOT}/docs/api/openapi.json`));
    const calls = Object.keys(paths).flatMap((path) =>
      Object.keys(paths[path]).map((method) => ({
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[\\w$-]+")}$`),
      }))
    );
    const shown = new Set<unknown>();
    const samples = of("sh").flatMap((block) =>
      block.code.split(/^(?=curl )/m).filter((code) => code.startsWith("curl ")).map((code) => ({ block, code }))
    );
    for (const { block, code } of samples) {
      const [, method = "GET", path = ""] = /^curl (?:-X (\w+) )?"\$BASE([^"?]*)(?:\?[^"]*)?"/.exec(code) ?? [];
      const call = calls.find((call) => call.method === method && call.pattern.test(path));
      assert(call !== undefined, `${titleOf(block)}: ${method} ${path}`);
      shown.add(call);
      const [, body = "{}"] = /-d '(.*)'/s.exec(code) ?? [];
      JSON.parse(body);
    }
    const unshown = calls.filter((call) => !shown.has(call));
    assertEquals(unshown.map(({ method, pattern }) => `${method} ${pattern.source}`), []);
  });
});

const SOURCES = of("ts", "tsx", "vue").filter(({ marks }) => marks.sig === undefined);
const WRONG = codeBlocksOf("wrong.md", "```ts\nclient.cardForm({ showCardHolderNames: true });\n```\n");

/** The errors in the blocks of the pages, and in a wrong one: the SDK's sources are read once for both. */
function compiled() {
  errors ??= compile([...SOURCES, ...WRONG]);
  const isWrong = (error: string) => error.startsWith("wrong.md:");
  return { right: errors.filter((error) => !isWrong(error)), wrong: errors.filter(isWrong) };
}
let errors: readonly string[] | undefined;

function titleOf({ page, line }: CodeBlock): string {
  return `${page}:${line}`;
}

/** The compiler's errors in the blocks. */
function compile(sources: readonly CodeBlock[]): readonly string[] {
  const files = new Map([[`${ROOT}/docs-prelude.d.ts`, PRELUDE], [`${ROOT}/docs-vue.d.ts`, VUE]]);
  const titles = new Map<string, string>();
  sources.forEach((block, index) => {
    const path = `${ROOT}/docs-block-${index}.${block.language === "tsx" ? "tsx" : "ts"}`;
    files.set(path, sourceOf(block));
    titles.set(path, titleOf(block));
  });
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
    paths: {
      "@payrails/web-sdk": [`${ROOT}/sdk/mod.ts`],
      "@payrails/web-sdk/react": [`${ROOT}/sdk/react/mod.ts`],
      "@payrails/web-sdk/elements": [`${ROOT}/sdk/custom_elements/mod.ts`],
      "@payrails/web-sdk/vault": [`${ROOT}/sdk/vault.ts`],
      "@payrails/web-sdk/testing": [`${ROOT}/sdk/testing/mod.ts`],
    },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, target) => {
    const text = files.get(name);
    return text === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, text, target, true);
  };
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${titles.get(path) ?? path}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
  });
}

/** An entry of the package, or a file of the sources for a type that no entry exports. */
function moduleOf(from: string): string {
  return from.startsWith("@") ? from : `${ROOT}/${from}.ts`;
}

/** Style sheets and files of the reader's own have no types here. */
function sourceOf({ code, language, marks }: CodeBlock): string {
  const script = language === "vue" ? /<script[^>]*>([\s\S]*?)<\/script>/.exec(code)?.[1] ?? "" : code;
  const known = script.replace(/^import "[^"]+\.css";$/gm, "")
    .replace(/^import \{ (\w+) \} from "(?!@payrails|react)[^"]+";$/gm, "declare const $1: any;");
  const typed = marks.type === undefined
    ? known
    : known.replace("const example =", `const example: import("${moduleOf(marks.from ?? "")}").${marks.type} =`);
  return `${typed}\nexport {};\n`;
}
