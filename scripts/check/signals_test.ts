/**
 * A component that renders the value of a signal calls `useSignals()` first; otherwise it keeps showing the first
 * value, which only a person who looks at the right moment notices.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import ts from "typescript";
import { listSources } from "./import_graph.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

interface Rendering {
  readonly name: string;
  readonly subscribes: boolean;
  /** Signals that it reads while it renders, itself or through a function of its file. */
  readonly reads: boolean;
}

/** Top-level functions of a file: what each reads outside of functions inside it, such as handlers. */
function renderingsIn(path: string, text: string, signals: ReadonlySet<string>): readonly Rendering[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = file.statements.filter((node) => ts.isFunctionDeclaration(node)).map((node) => {
    const called = new Set<string>();
    let readsDirectly = false;
    const visit = (at: ts.Node) => {
      if (ts.isFunctionLike(at)) return;
      if (ts.isPropertyAccessExpression(at) && at.name.text === "value" && ts.isIdentifier(at.expression)) {
        readsDirectly ||= signals.has(at.expression.text);
      }
      if (ts.isCallExpression(at) && ts.isIdentifier(at.expression)) called.add(at.expression.text);
      ts.forEachChild(at, visit);
    };
    if (node.body !== undefined) ts.forEachChild(node.body, visit);
    return { name: node.name?.text ?? "", called, readsDirectly };
  });
  const readers = new Set(found.filter(({ readsDirectly }) => readsDirectly).map(({ name }) => name));
  return found.map(({ name, called, readsDirectly }) => ({
    name,
    subscribes: called.has("useSignals"),
    reads: readsDirectly || [...called].some((other) => readers.has(other)),
  }));
}

it("every component that renders the value of a signal follows it", async () => {
  const sources = await Promise.all(
    listSources(ROOT, "client").filter((path) => !/_test\.tsx?$/.test(path)).map(async (path) =>
      [path, await Deno.readTextFile(`${ROOT}/${path}`)] as const
    ),
  );
  const signals = new Set(
    sources.flatMap(([, text]) =>
      [...text.matchAll(/^export const (\w+) = (?:signal|computed)\b/gm)].map(([, name]) => name ?? "")
    ),
  );
  assert(signals.size >= 9, [...signals].join());
  const components = sources.filter(([path]) => path.endsWith(".tsx")).flatMap(([path, text]) =>
    renderingsIn(path, text, signals).filter(({ name }) => /^([A-Z]|use[A-Z])/.test(name)).map((one) => ({
      ...one,
      path,
    }))
  );
  assert(components.filter(({ subscribes }) => subscribes).length >= 20);
  const stale = components.filter(({ reads, subscribes }) => reads && !subscribes);
  assertEquals(stale.map(({ path, name }) => `${path}: ${name}`), []);
});
