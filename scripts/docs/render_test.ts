import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { anchorsOf } from "../check/markdown.ts";
import { chaptersOf, readDocs } from "./pages.ts";
import { addressOf, renderPage, slugOf } from "./render.ts";
import { llmsText, searchRows, summaryOf } from "./site.ts";

const PAGE = `# Title

First *paragraph*, with a
[link](../start/script.md#what-can-go-wrong).

## A \`part\`, and more

\`\`\`ts file=shop.ts
const one = "1";
\`\`\`

## Twice

## Twice
`;

describe("a page of the documentation", () => {
  const { title, html, headings } = renderPage("guides/page.md", PAGE);

  it("has the title of its first heading", () => assertEquals(title, "Title"));

  it("has GitHub's anchors, so that a link works in the repository and on the site", () => {
    assertEquals(headings.map(({ id }) => id), [...anchorsOf(PAGE)]);
    assertEquals(slugOf("One & two"), "one--two");
    assertStringIncludes(html, 'id="twice-1"');
  });

  it("links to the pages of the site instead of files, and refuses links that leave the merchants' folder", () => {
    assertStringIncludes(html, 'href="/docs/start/script#what-can-go-wrong"');
    assertThrows(() => renderPage("guides/page.md", "# T\n\n[a](../../README.md)"), Error, "merchants do not have");
  });

  it("colours code by classes, since its policy allows no style attributes, and names the file", () => {
    assertStringIncludes(html, '<span class="hljs-keyword">const</span>');
    assertStringIncludes(html, "<figcaption>shop.ts</figcaption>");
    assertEquals(/ style=/.test(html), false);
  });

  it("shows markup of a page as text", () =>
    assertStringIncludes(renderPage("a.md", "# T\n\n<script>x</script>").html, "&lt;script&gt;"));

  it("needs a title", () => {
    assertThrows(() => renderPage("a.md", "no heading"), Error, "a.md has no title");
  });

  it("is served at an address without an extension", () =>
    assertEquals(["README.md", "guides/styling.md"].map(addressOf), ["/docs/", "/docs/guides/styling"]));

  it("is summed up by its first paragraph", () => assertEquals(summaryOf(PAGE), "First *paragraph*, with a link."));
});

describe("the pages of the documentation", () => {
  async function inFolder(files: Readonly<Record<string, string>>, use: (folder: string) => Promise<void>) {
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-docs-" });
    try {
      await Deno.mkdir(`${folder}/guides`);
      for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${name}`, text);
      await use(folder);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }
  const README = "# All\n\nWords.\n\n## Guides\n\n- [One](guides/one.md)\n";

  it("are in the order of the README, and each section can be searched and is listed for programs", () =>
    inFolder({ "README.md": README, "guides/one.md": PAGE }, async (folder) => {
      const docs = await readDocs(folder);
      assertEquals(docs.pages.map(({ path }) => path), ["README.md", "guides/one.md"]);
      assertEquals(chaptersOf(README), [{ title: "Guides", paths: ["guides/one.md"] }]);
      assertEquals(searchRows(docs).map(({ id }) => id).slice(2), [
        "/docs/guides/one",
        "/docs/guides/one#a-part-and-more",
        "/docs/guides/one#twice",
        "/docs/guides/one#twice-1",
      ]);
      assertStringIncludes(searchRows(docs)[3]?.text ?? "", "const one");
      assertStringIncludes(llmsText(docs), "- [Title](/docs/guides/one.md): First");
      assertStringIncludes(llmsText(docs, "docs/"), "(docs/guides/one.md)");
    }));

  for (
    const [fault, files] of [
      ["guides/two.md is not listed", { "README.md": README, "guides/one.md": PAGE, "guides/two.md": PAGE }],
      ["guides/one.md is listed twice", { "README.md": `${README}- [One](guides/one.md)\n`, "guides/one.md": PAGE }],
    ] as const
  ) {
    it(`are refused when ${fault}`, () =>
      inFolder(files, async (folder) => {
        const message = await readDocs(folder).then(() => "", (error: Error) => error.message);
        assertStringIncludes(message, fault);
      }));
  }
});
