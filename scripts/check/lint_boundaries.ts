/**
 * Lint rules of this project: which room may import which, no cycles, limited folder size, tracked signals, one reader
 * of the environment, translated texts, sentences with actors.
 */
import { existsSync, readdirSync } from "node:fs";
import { namedActors } from "./named_actors.ts";
import { refusedArrow } from "./rooms.ts";
import { circlesIn, listSources, readImportGraph } from "./import_graph.ts";

interface Zone {
  readonly may: RegExp;
  /** Bare specifiers this zone may import; undefined means any from deno.json. */
  readonly packages?: RegExp;
}

/**
 * What each zone may import of the others, and which packages; the longest matching folder applies. Rooms: rooms.ts.
 */
const ZONES: Readonly<Record<string, Zone>> = {
  "sdk/wire": { may: /^sdk\/wire\//, packages: /^$/ },
  "sdk/card": { may: /^sdk\/(wire|card)\//, packages: /^$/ },
  "sdk/react": { may: /^sdk\//, packages: /^react$/ },
  "sdk": { may: /^sdk\//, packages: /^$/ },
  "iframe": { may: /^(iframe|sdk\/wire|sdk\/card)\//, packages: /^$/ },
  "server/wire": {
    may: /^(server\/wire|sdk\/wire)\//,
    packages: /^(zod\/mini|date-fns\/addMonths|@date-fns\/utc\/date\/mini)$/,
  },
  // The playground's two files are served unbuilt.
  "server": { may: /^((server|sdk\/wire|sdk\/card)\/|client\/playground\/\w+\.(js|css)$)/ },
  "client": { may: /^(client|server\/wire)\// },
  "client/gallery": { may: /^(client|sdk|server\/wire)\// },
};

/** The few files that may import beyond their zone. */
const EXCEPTIONS: Readonly<Record<string, string | readonly string[]>> = {
  "client/lib/checkout_sdk.ts": ["sdk/mod.ts", "sdk/card/detect.ts"],
  "server/routes/checkout/errors.ts": "sdk/errors/rows.ts",
};
const ROOT = new URL("../..", import.meta.url).pathname;

function zoneOf(path: string): string | undefined {
  return Object.keys(ZONES).filter((zone) => path.startsWith(zone + "/")).sort((a, b) => b.length - a.length)[0];
}

/** Maximum number of files in a folder, tests included. */
const MAX_FILES = 15;
/** Folders that are tables with one file per row. */
const TABLES = /^(sdk\/locales|server\/db\/migrations|server\/embedded\/members\/guide\/chapters)$/;
/**
 * Written by tests, a file for each email, page or screen: their sources are in the tests, and no reader looks here
 * first.
 */
const APPROVED = /^tests\/(approved(\/.+)?|support\/screens\/outlines)$/;

const SOURCE = /\.tsx?$/;
const PRODUCT = /^(server|client|sdk|iframe|scripts)\//;
let known: ReadonlySet<string> | undefined;

/** Import cycles of the product, through types as well; dynamic imports do not count. */
export function productCircles(): readonly (readonly string[])[] {
  const product = listSources(ROOT).filter((file) => PRODUCT.test(file) && !/_test\.tsx?$/.test(file));
  return circlesIn(readImportGraph(ROOT, product, { onlyStatic: true }));
}

/** Files in an import cycle; computed once for all linted files. */
function filesInCircles(): ReadonlySet<string> {
  return known ??= new Set(productCircles().flat());
}

/** Reports a folder once, at its first file; `names` are the files directly in it. */
export function folderRefusal(file: string, names: readonly string[]): string | undefined {
  const folder = file.slice(0, Math.max(file.lastIndexOf("/"), 0));
  const first = names.filter((name) => SOURCE.test(name)).toSorted()[0];
  return file === `${folder}/${first}` ? tooMany(folder, names) : undefined;
}

function tooMany(folder: string, names: readonly string[]): string | undefined {
  if (TABLES.test(folder) || APPROVED.test(folder) || names.length <= MAX_FILES) return undefined;
  return `${folder} holds ${names.length} files, more than ${MAX_FILES}: give what belongs together a folder of its own`;
}

/** The folders of the repository; those of packages and of build results are not among them. */
const TOP_FOLDERS = ["client", "docs", "iframe", "scripts", "sdk", "server", "tests"];
const RULES_FILE = "scripts/check/lint_boundaries.ts";

/**
 * The folders that hold too many files and no source: documents, styles, pictures. Lint visits none of their files, so
 * they are reported with the rules of lint.
 */
export function sourcelessRefusals(root: string): readonly string[] {
  return TOP_FOLDERS.filter((folder) => existsSync(`${root}/${folder}`)).flatMap((folder) =>
    refusalsBelow(root, folder)
  );
}

function refusalsBelow(root: string, folder: string): readonly string[] {
  const entries = [...readdirSync(`${root}/${folder}`, { withFileTypes: true })];
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const own = names.some((name) => SOURCE.test(name)) ? undefined : tooMany(folder, names);
  const below = entries.filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .flatMap(({ name }) => refusalsBelow(root, `${folder}/${name}`));
  return own === undefined ? below : [own, ...below];
}

function filesBeside(file: string): readonly string[] {
  const folder = ROOT + file.slice(0, file.lastIndexOf("/") + 1);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name);
}

function refusal(file: string, specifier: string): string | undefined {
  const zone = zoneOf(file);
  const row = zone === undefined ? undefined : ZONES[zone];
  if (row === undefined) return undefined;
  if (!specifier.startsWith(".")) {
    return row.packages === undefined || row.packages.test(specifier)
      ? undefined
      : `${zone} must not import the package ${specifier}`;
  }
  const target = new URL(specifier, "file:///" + file).pathname.slice(1);
  if ([EXCEPTIONS[file] ?? []].flat().includes(target)) return undefined;
  if (!row.may.test(target)) return `${zone} must not import ${target}`;
  const refused = refusedArrow(file, target);
  if (refused !== undefined) return refused;
  if (/_state\.ts$/.test(file) && zone === "sdk" && /_view\.ts$|^sdk\/(api|frames)\//.test(target)) {
    return `A state imports no view, api or frames: ${target}`;
  }
  return undefined;
}

/** Attributes whose value people read or hear, in HTML and in our own components. */
const SPOKEN_ATTRIBUTES = new Set(
  ["alt", "aria-label", "aria-description", "busy", "error", "help", "label", "placeholder", "title"],
);
/** Names that are the same in every language. */
const SAME_EVERYWHERE = /\b(TrustCheck|Trust|Check|Google|Apple Pay|Apple|PDF|JSON|CSV|USD|UTC)\b/g;

/** Literal texts an expression can evaluate to, through conditionals; results of calls are not followed. */
function saidBy(node: Deno.lint.Expression): readonly (readonly [Deno.lint.Node, unknown])[] {
  switch (node.type) {
    case "Literal":
      return [[node, node.value]];
    case "TemplateLiteral":
      return node.quasis.map((part) => [part, part.cooked] as const);
    case "ConditionalExpression":
      return [...saidBy(node.consequent), ...saidBy(node.alternate)];
    case "LogicalExpression":
      return saidBy(node.right);
    default:
      return [];
  }
}

/** In English only: docs/decisions/client/operators-console.md; the gallery is for developers. */
const IN_ENGLISH = /^client\/(console|gallery)\//;

/** Two letters in a row count as a word. */
function isSpoken(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(SAME_EVERYWHERE, ""));
}

/** Whether a function only asserts the type of its argument. */
function onlyCasts(body: Deno.lint.BlockStatement | null): boolean {
  const [only, ...more] = body?.body ?? [];
  if (only?.type !== "ReturnStatement" || more.length > 0 || only.argument?.type !== "TSAsExpression") return false;
  let cast: Deno.lint.Expression = only.argument;
  while (cast.type === "TSAsExpression") cast = cast.expression;
  return cast.type === "Identifier" || cast.type === "MemberExpression";
}

type WithSource = Deno.lint.ImportDeclaration | Deno.lint.ExportNamedDeclaration | Deno.lint.ExportAllDeclaration;

const plugin: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "named-actors": namedActors,
    "boundaries": {
      create(context) {
        const file = context.filename.replace(ROOT, "");
        if (/_test\.tsx?$/.test(file)) return {};
        const check = (node: WithSource | Deno.lint.ImportExpression) => {
          const specifier = node.source !== null && "value" in node.source ? node.source.value : undefined;
          if (typeof specifier !== "string") return;
          const message = refusal(file, specifier);
          if (message !== undefined) {
            context.report({ node, message, hint: "See scripts/check/rooms.ts" });
          }
        };
        return {
          ImportDeclaration: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          ImportExpression: check,
        };
      },
    },
    "circles": {
      create(context) {
        const file = context.filename.replace(ROOT, "");
        return {
          Program(node) {
            if (!filesInCircles().has(file)) return;
            context.report({ node, message: `${file} imports itself by way of others`, hint: "Types count as well" });
          },
        };
      },
    },
    "folders": {
      create(context) {
        const file = context.filename.replace(ROOT, "");
        const own = folderRefusal(file, filesBeside(file));
        const messages = [
          ...(own === undefined ? [] : [own]),
          ...(file === RULES_FILE ? sourcelessRefusals(ROOT) : []),
        ];
        return {
          Program(node) {
            for (const message of messages) context.report({ node, message });
          },
        };
      },
    },
    "parsers": {
      create(context) {
        return {
          FunctionDeclaration(node) {
            const name = node.id?.name ?? "";
            if (!/^parse[A-Z]/.test(name) || !onlyCasts(node.body)) return;
            context.report({ node, message: `${name} checks nothing`, hint: `Call it ${name.replace("parse", "as")}` });
          },
        };
      },
    },
    "environment": {
      create(context) {
        const file = context.filename.replace(ROOT, "");
        if (!file.startsWith("server/") || file === STARTED) return {};
        return {
          "MemberExpression[object.name='Deno'][property.name='env']"(node: Deno.lint.MemberExpression) {
            context.report({
              node,
              message: "Only server/main.ts hands the environment to readConfig",
            });
          },
        };
      },
    },
    "spoken-text": {
      create(context) {
        const file = context.filename.replace(ROOT, "");
        if (!/^client\/.*\.tsx$/.test(file) || /_test\.tsx$/.test(file) || IN_ENGLISH.test(file)) return {};
        const check = (node: Deno.lint.Node, text: unknown) => {
          if (typeof text !== "string" || !isSpoken(text)) return;
          context.report({ node, message: `"${text.trim()}" is said in English alone`, hint: 'Say it with t("...")' });
        };
        const expression = (node: Deno.lint.Expression) => {
          for (const [part, text] of saidBy(node)) check(part, text);
        };
        const child = ({ expression: inner }: Deno.lint.JSXExpressionContainer) => {
          if (inner.type !== "JSXEmptyExpression") expression(inner);
        };
        return {
          JSXText: (node) => check(node, node.value),
          "JSXElement > JSXExpressionContainer": child,
          "JSXFragment > JSXExpressionContainer": child,
          JSXAttribute(node) {
            const name = node.name.type === "JSXIdentifier" ? node.name.name : "";
            if (!SPOKEN_ATTRIBUTES.has(name) || node.value === null) return;
            if (node.value.type === "Literal") check(node, node.value.value);
            if (node.value.type === "JSXExpressionContainer") child(node.value);
          },
        };
      },
    },
    "tracked-signals": {
      create(context) {
        const file = context.filename.replace(ROOT, "");
        if (!/^client\/.*\.tsx$/.test(file) || /_test\.tsx$/.test(file)) return {};
        const text = context.sourceCode.text;
        return {
          Program(node) {
            if (/\b\w+\.value\b/.test(text) && /signal/i.test(text) && !text.includes("useSignals()")) {
              context.report({ node, message: "A component that reads a signal calls useSignals() first" });
            }
          },
        };
      },
    },
  },
};
/** The program of the server. */
const STARTED = "server/main.ts";

export default plugin;
