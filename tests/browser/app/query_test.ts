/** Hostile values in every query parameter: shown as text or not at all, without executing or redirecting. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { QUERY_PARAMETERS } from "../../../client/lib/link/query_params.ts";
import { PLAN_PARAMETERS } from "../../../server/wire/site/link_parameters.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { HOSTILE } from "../../support/hostile/values.ts";

const isPlan = (name: string) => PLAN_PARAMETERS.some((known) => known === name);

describe("query parameters in a browser", () => {
  const fixture = appFixture();

  const visit = async (query: URLSearchParams, path = "") => {
    const page = await fixture.browser.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    try {
      await page.goto(`${fixture.app.origin}/trustcheck/${path}?${query}`);
      await page.waitForSelector("main h1");
      const pwned = await page.evaluate("window.pwned ?? ({}).pwned ?? null");
      const elsewhere = asked.filter((url) => !url.startsWith(fixture.app.origin) && !url.startsWith("data:"));
      return { pwned, elsewhere, at: new URL(page.url()).origin, text: await page.evaluate("document.body.innerText") };
    } finally {
      await page.close();
    }
  };

  for (const value of HOSTILE) {
    it(`B1: ${value} in all parameters but plans changes nothing`, async () => {
      const query = new URLSearchParams(QUERY_PARAMETERS.filter((name) => !isPlan(name)).map((name) => [name, value]));
      for (const path of ["", "scanning", "offers", "sign-in"]) {
        const { pwned, elsewhere, at } = await visit(query, path);
        assertEquals([pwned, elsewhere, at], [null, [], fixture.app.origin], path);
      }
    });

    it(`W-START-15: ${value} as a plan is shown as text`, async () => {
      const { pwned, elsewhere, text } = await visit(new URLSearchParams([["plan", value]]));
      assertEquals([pwned, elsewhere], [null, []]);
      assertEquals(String(text).includes('for "plan" parameter'), true);
      for (const name of PLAN_PARAMETERS) {
        const answer = await fetch(`${fixture.app.origin}/trustcheck/?${new URLSearchParams([[name, value]])}`);
        const html = await answer.text();
        assertEquals(
          [html.includes(`for &quot;${name}&quot; parameter`), html.includes("<script")],
          [true, false],
          name,
        );
      }
    });
  }
});
