/** Every page of the repository is consistent: its links lead somewhere, and the paths it names exist. */
import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { anchorsOf, brokenLinks, missingPaths, openRepository, proseOf, type Repository } from "./markdown.ts";
import { vagueActor } from "./named_actors.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const MAX_README_LINES = 150;

const repository = openRepository(ROOT);
const pages = repository.paths.filter((path) => path.endsWith(".md"));

describe("documents", () => {
  it("are found", () =>
    assertEquals(["README.md", "CONTRIBUTING.md", "docs/architecture.md"].filter((page) => !pages.includes(page)), []));

  it("have no link to a missing file or heading", () =>
    assertEquals(pages.flatMap((page) => brokenLinks(page, repository).map((link) => `${page}: ${link}`)), []));

  it("name no path that does not exist", () =>
    assertEquals(pages.flatMap((page) => missingPaths(page, repository).map((path) => `${page}: ${path}`)), []));

  it("push a release's tag: `--follow-tags` leaves out a tag without a message", () => {
    const page = repository.read("docs/development/README.md");
    const [, tag = ""] = /`git tag ([^`]*) && git push --follow-tags`/.exec(page) ?? [];
    assertMatch(tag, /^-a (v[\d.]+) -m \1$/);
  });
  it("name the actors of their sentences", () =>
    assertEquals(
      pages.flatMap((page) =>
        proseOf(repository.read(page)).filter((text) => vagueActor(text) !== undefined).map((text) =>
          `${page}: ${text}`
        )
      ),
      [],
    ));

  it(`a README is read in minutes: at most ${MAX_README_LINES} lines`, () => {
    const lines = repository.read("README.md").trimEnd().split("\n").length;
    assertEquals(lines <= MAX_README_LINES, true, `README.md has ${lines} lines`);
  });
});

describe("the reader of pages", () => {
  const holding = (text: string): Repository => ({
    paths: ["docs", "docs/page.md", "docs/other.md", "server", "server/app.ts", "docs/parts", "docs/parts/part.ts"],
    read: (path) => path === "docs/page.md" ? text : "# Other page\n\n## A `part`, and more\n\n## Twice\n\n## Twice\n",
  });

  for (
    const [text, expected] of [
      ["[a](other.md) [b](./other.md#twice-1) [c](#here)\n\n# Here", []],
      ["[a](../server/app.ts) ![b](../server/) [c](https://a.example/x.md) [d](mailto:a@b.example)", []],
      ["`[a](gone.md)`\n\n```md\n[b](gone.md)\n```\n", []],
      ["[a](gone.md)", ["gone.md"]],
      ["![a](gone.png)", ["gone.png"]],
      ["[a](other.md#a-part)", ["other.md#a-part"]],
      ["[a](#there)\n\n# Here", ["#there"]],
      ["[a][b]\n\n[b]: gone.md", ["gone.md"]],
    ] as const
  ) {
    it(`finds in ${JSON.stringify(text)} the broken links ${JSON.stringify(expected)}`, () =>
      assertEquals(brokenLinks("docs/page.md", holding(text)), [...expected]));
  }

  for (
    const [text, expected] of [
      ["`server/app.ts`, `server/`, `part.ts`, `parts/part.ts`, `../server/app.ts`", []],
      ["`server/*.ts`, `server/<name>.ts`, `server/{app,gone}.ts`", []],
      ["`POST server/gone now`, `/server/gone`, ```ts`\n", []],
      ["`server/gone.ts`", ["server/gone.ts"]],
      ["`server/gone/`", ["server/gone/"]],
      ["`gone.ts`", ["gone.ts"]],
      ["`app.ts`", ["app.ts"]],
    ] as const
  ) {
    it(`finds in ${JSON.stringify(text)} the missing paths ${JSON.stringify(expected)}`, () =>
      assertEquals(missingPaths("docs/page.md", holding(text)), [...expected]));
  }

  it("reads paragraphs, list items and table cells as separate texts, without code", () =>
    assertEquals(
      proseOf("# Head\n\nOne\ntwo `x`.\n\n- first\n  more\n- second\n\n| a | b |\n| - | - |\n```ts\ncode\n```\n"),
      ["# Head", "One two .", "first more", "second", "a", "b"],
    ));

  it("makes anchors as GitHub does", () =>
    assertEquals(anchorsOf("# One & two\n## `code` here\n## [A link](x.md)\n## Twice\n## Twice\n"), [
      "one--two",
      "code-here",
      "a-link",
      "twice",
      "twice-1",
    ]));
});
