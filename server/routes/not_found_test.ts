/** An address where nothing is: a page for browsers, JSON for programs, and 404 for both. */
import { afterEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createApp } from "../app.ts";
import { type Fake, fakeContext } from "../../tests/support/app/fake_context.ts";
import { ROUTES } from "../wire/site/routes.ts";

let fake: Fake | undefined;
afterEach(async () => {
  await fake?.close();
  fake = undefined;
});
async function open(path: string, { accept = "text/html,*/*;q=0.8", method = "GET" } = {}) {
  fake = await fakeContext();
  const headers = { host: "localhost:8000", accept };
  return await createApp(fake.context).request(`http://localhost:8000${path}`, { headers, method });
}

describe("an address where nothing is", () => {
  for (const path of ["/trustcheck/nope", "/trustcheck/webapp/another", "/trustcheck/sign-in/x"]) {
    it(`W-ROUTE-03: ${path} is the app, which draws its main page, with status 404`, async () => {
      const answer = await open(path);
      assertEquals(answer.status, 404);
      assertMatch(await answer.text(), /<div id="?root"?>/);
    });
  }

  for (const path of ["/nope", "/verify"]) {
    it(`${path} is a page with status 404 for a browser`, async () => {
      const answer = await open(path);
      const text = await answer.text();
      assertEquals(answer.status, 404);
      assertMatch(answer.headers.get("content-type") ?? "", /text\/html/);
      assertMatch(text, /<h1>Page not found<\/h1>[^]*href="\/trustcheck\/"/);
      assert(!text.includes("<script"));
    });

    it(`${path} is JSON with status 404 for a program`, async () => {
      for (const options of [{ accept: "application/json" }, { accept: "*/*" }, { method: "POST" }]) {
        const answer = await open(path, options);
        assertEquals([answer.status, answer.headers.get("content-type")], [404, "application/json"], path);
        await fake?.close();
      }
    });
  }

  it("is in the visitor's language", async () => {
    assertMatch(await (await open("/nope?lang=de")).text(), /<html lang="de"[^]*Seite nicht gefunden/);
  });

  it("every screen of the app is there, even with a last slash or in capitals", async () => {
    for (const route of Object.values(ROUTES)) {
      for (const path of [`/trustcheck${route}`, `/trustcheck${route.toUpperCase()}`, `/trustcheck${route}/`]) {
        const answer = await open(path.replace(/\/\/$/, "/"));
        const elsewhere = answer.headers.get("location");
        const { status } = elsewhere === null ? answer : await open(elsewhere);
        assertEquals([path, status], [path, 200]);
        await fake?.close();
      }
    }
  });
});
