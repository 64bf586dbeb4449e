/** Emails as HTML: text from members and merchants stays text, and every part has its place. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { emailHtml } from "./email_html.ts";

const HOSTILE = `<img src=x onerror="alert(1)">'&`;

describe("an email as HTML", () => {
  it("B2: escapes the text of every part", () => {
    const html = emailHtml({
      language: "de",
      subject: HOSTILE,
      sentences: [HOSTILE],
      list: [HOSTILE],
      facts: [[HOSTILE, HOSTILE]],
      links: [{ label: HOSTILE, url: `https://trust.example/?a="${HOSTILE}` }],
      notes: [HOSTILE],
    });
    assert(html.startsWith('<!doctype html><html lang="de">'));
    assertEquals(html.includes("<img"), false);
    assertEquals(html.split("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;").length - 1, 9);
    assertStringIncludes(html, 'href="https://trust.example/?a=&quot;&lt;img');
  });

  it("has no color of the light theme in the dark one", () => {
    const html = emailHtml({ language: "en", subject: "Your link", sentences: [] });
    const [light = "", dark = ""] = html.split("@media (prefers-color-scheme: dark)");
    const colors = (css: string) => new Set(css.slice(0, css.indexOf("</style>")).match(/#[0-9a-f]{6}/g));
    const inLight = new Set(light.match(/#[0-9a-f]{6}/g));
    assert(inLight.size > 4 && colors(dark).size > 4);
    assertEquals([...colors(dark).intersection(inLight)], []);
  });

  it("has no empty list or table, and marks its main action", () => {
    const links = [{ label: "Sign in", url: "https://a.example", isMain: true }, {
      label: "End",
      url: "https://b.example",
    }];
    const html = emailHtml({ language: "en", subject: "Your link", sentences: [], links });
    assertEquals([
      /<ul>|<table>/.test(html),
      html.match(/class="way main"/g)?.length,
      html.match(/class="quiet"/g)?.length,
    ], [
      false,
      1,
      1,
    ]);
  });
});
