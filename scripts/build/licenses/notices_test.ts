/** A library is never served or packed without its licence: the notices of a build, and those of the one in dist/. */
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Libraries, NO_LIBRARIES, NOTICES_FILE, noticesText } from "./notices.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");

async function withPackages(
  packages: Readonly<Record<string, Readonly<Record<string, string>>>>,
  use: (root: string) => void,
): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    for (const [name, files] of Object.entries(packages)) {
      await Deno.mkdir(`${root}/node_modules/${name}`, { recursive: true });
      for (const [file, text] of Object.entries(files)) {
        await Deno.writeTextFile(`${root}/node_modules/${name}/${file}`, text);
      }
    }
    use(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const about = (name: string, more: object = {}) => JSON.stringify({ name, version: "1.2.3", license: "MIT", ...more });
const outputs = (inputs: Readonly<Record<string, number>>) => ({
  outputs: {
    "out/a.js": {
      bytes: 1,
      imports: [],
      exports: [],
      inputs: Object.fromEntries(Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }])),
    },
  },
});

function librariesOf(inputs: Readonly<Record<string, number>>): Libraries {
  const libraries = new Libraries();
  libraries.note(outputs(inputs));
  return libraries;
}

describe("licence notices", () => {
  it("are those of the packages whose code is in the output, with and without a scope", () => {
    const { folders } = librariesOf({
      "client/main.tsx": 5,
      "node_modules/.deno/one@1.0.0/node_modules/one/lib/a.js": 5,
      "node_modules/.deno/one@1.0.0/node_modules/one/lib/b.js": 5,
      "node_modules/.deno/@a+two@1.0.0/node_modules/@a/two/index.js": 5,
      "node_modules/.deno/dropped@1.0.0/node_modules/dropped/index.js": 0,
    });
    assertEquals(folders, [
      "node_modules/.deno/one@1.0.0/node_modules/one",
      "node_modules/.deno/@a+two@1.0.0/node_modules/@a/two",
    ]);
  });

  it("hold each package with its version and its texts, and the same text once", () =>
    withPackages({
      b: { "package.json": about("b"), LICENSE: "Terms of one.\r\n", "NOTICE.txt": "Notice of b.\n" },
      a: { "package.json": about("a"), "license.md": "\n\nTerms of two.\n" },
      c: { "package.json": about("c"), "LICENCE.txt": "Terms of two." },
    }, (root) => {
      const inputs = { "node_modules/b/x.js": 1, "node_modules/a/x.js": 1, "node_modules/c/x.js": 1 };
      const text = noticesText(root, librariesOf(inputs));
      assertStringIncludes(text, "\nb 1.2.3 (MIT)\n\nTerms of one.\n\nNotice of b.\n");
      assertStringIncludes(text, "\na 1.2.3 (MIT)\nc 1.2.3 (MIT)\n\nTerms of two.\n");
      assertEquals(text.split("Terms of two.").length, 2);
    }));

  it("hold the whole licence of a package that only names it, with its author", () =>
    withPackages({
      a: { "package.json": about("a", { license: "Apache-2.0", author: "Someone <a@b.example>" }) },
      b: { "package.json": about("b", { author: { name: "Another" } }) },
      c: { "package.json": about("c") },
    }, (root) => {
      const text = noticesText(root, librariesOf({ "node_modules/a/x.js": 1, "node_modules/b/x.js": 1 }));
      assertStringIncludes(text, "a 1.2.3 (Apache-2.0)\n\nCopyright (c) Someone <a@b.example>\n");
      assertStringIncludes(text, "END OF TERMS AND CONDITIONS");
      assertStringIncludes(text, "Copyright (c) Another\n\nPermission is hereby granted");
      assertStringIncludes(
        noticesText(root, librariesOf({ "node_modules/c/x.js": 1 })),
        "Copyright (c) the authors of c\n",
      );
    }));

  it("are never left out: a package without licence fails the build", () =>
    withPackages({ a: { "package.json": about("a", { license: "Custom" }) } }, (root) =>
      assertThrows(
        () => noticesText(root, librariesOf({ "node_modules/a/x.js": 1 })),
        Error,
        "a ships no licence and names Custom",
      )));

  it("say so when there is no library", () => assertEquals(noticesText(ROOT, new Libraries()), NO_LIBRARIES));
});

/** Packages that our sources for browsers import, as their text names them. */
async function importedPackages(folder: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}/${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) (await importedPackages(path)).forEach((each) => found.add(each));
    else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) {
      const text = await Deno.readTextFile(`${ROOT}/${path}`);
      for (
        const [, named = ""] of text.matchAll(/^(?!import type).*(?:from |import\()"((?:@[\w-]+\/)?[a-z][\w.-]*)/gm)
      ) {
        found.add(named);
      }
    }
  }
  return [...found];
}

/** A package without its own code, and the one whose code it re-exports. */
/** Only the build runs it: it draws pictures. */
const OF_THE_BUILD: readonly string[] = ["topojson-client"];
const PASSES_ON: Readonly<Record<string, string>> = { "react-router-dom": "react-router" };

describe(`${NOTICES_FILE} of the build`, () => {
  it("names every package that the sources of web app and documentation import, the flags and the face of headings", async () => {
    const text = await Deno.readTextFile(`${ROOT}/dist/app/${NOTICES_FILE}`);
    const packages = (await Promise.all(["client", "server/wire"].map(importedPackages))).flat();
    assert(packages.length > 8, `only ${packages}`);
    const isNamed = (name: string) => new RegExp(`^${PASSES_ON[name] ?? name} \\d`, "m").test(text);
    const copied = ["react-dom", "country-flag-icons", "@fontsource-variable/figtree"];
    assertEquals([...packages, ...copied].filter((name) => !isNamed(name)), OF_THE_BUILD);
    assertStringIncludes(text, "Copyright (c) Meta Platforms, Inc. and affiliates.");
  });
});
