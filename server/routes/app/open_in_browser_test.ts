import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { fakeContext } from "../../../tests/support/app/fake_context.ts";
import { compareApproved, pageText } from "../../../tests/support/approved.ts";
import { createApp } from "../../app.ts";
import { ownPath } from "./open_in_browser.ts";

describe("the page that leads out of an in-app browser", () => {
  it("W-START-09: shows the address of the page it came from, in the visitor's language", async () => {
    const fake = await fakeContext({});
    try {
      const open = async (url: string, language: string) => {
        const headers = { host: "localhost", "accept-language": language };
        const query = new URLSearchParams({ url });
        return await createApp(fake.context).request(`http://localhost/trustcheck/open-in-browser?${query}`, {
          headers,
        });
      };
      const answer = await open("http://localhost:8000/trustcheck/scanning?bb=true&plan=x", "en");
      assertEquals(answer.status, 200);
      const html = await answer.text();
      assert(html.includes('value="http://localhost:8000/trustcheck/scanning?bb=true&amp;plan=x"'), html);
      await compareApproved("pages/open_in_browser", async (language) => {
        const html = await (await open("http://localhost:8000/trustcheck/scanning", language)).text();
        return pageText(/<title>[^]*<\/main>/.exec(html)?.[0] ?? "");
      });
    } finally {
      await fake.close();
    }
  });

  it("SECURITY B3: leads to our own pages only", () => {
    const foreign = [
      "https://evil.example/",
      "javascript:alert(1)",
      "//evil.example",
      "https://a/trustcheckx/",
      "x".repeat(9_999),
    ];
    for (const address of foreign) assertEquals(ownPath(address, "/trustcheck"), "/trustcheck/");
    // Only its path and query are used; the origin is ours.
    assertEquals(ownPath("https://evil.example/trustcheck/?a=1", "/trustcheck"), "/trustcheck/?a=1");
  });
});
