/** The pages that an error's docUrl points to. */
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { API_ERROR_CODES } from "../../embedded/payments/payments.ts";
import { readConfig } from "../../config/config.ts";
import { compareApprovedText } from "../../../tests/support/approved.ts";
import { errorPageRoutes, errorPages } from "./errors.ts";

const app = errorPageRoutes({ config: readConfig({}) });

describe("error pages", () => {
  it("S-ERR-08, S-ERR-01: every code has a page with its message and what to do", async () => {
    for (const { code } of errorPages().values()) {
      const answer = await app.request(`/checkout/errors/${encodeURIComponent(code)}`);
      const text = await answer.text();
      assertEquals(answer.status, 200, code);
      assert(text.includes(`<h1>${code}</h1>`), code);
      assertMatch(text, /<blockquote>[^<]{3,}<\/blockquote>.*What to do<\/h2>\s*<p>[^<]{20,}/s);
      assertNotMatch(text, /\{\w+\}/);
    }
  });
  it("says of every code the sentences and the advice that a reviewer approved", async () => {
    const lines = [...errorPages().values()].map(({ code, sentences, advice }) =>
      [code, ...sentences, advice].join("\n  ")
    );
    await compareApprovedText("server/errors", `${lines.join("\n")}\n`);
  });
  it("an error of the payments service has an explanation of its own", () => {
    const advices = API_ERROR_CODES.map((code) => errorPages().get(code)?.advice);
    assertEquals(new Set(advices).size, API_ERROR_CODES.length);
    for (const code of API_ERROR_CODES) {
      const page = errorPages().get(code);
      assert(!page?.sentences.some((sentence) => sentence.includes(page.advice)), code);
    }
  });
  it("two messages under one code are on one page", () => {
    assertEquals(errorPages().get("payrails:api:too_many_requests")?.sentences.length, 2);
  });
  it("an unknown code is 404 and is not repeated as markup", async () => {
    const answer = await app.request("/checkout/errors/%3Cimg%20src=x%3E");
    assertEquals(answer.status, 404);
    assertNotMatch(await answer.text(), /<img/);
    assertMatch(answer.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
  });
  it("the index names every code", async () => {
    const text = await (await app.request("/checkout/errors/")).text();
    for (const code of errorPages().keys()) assert(text.includes(`<code>${code}</code>`), code);
  });
});
