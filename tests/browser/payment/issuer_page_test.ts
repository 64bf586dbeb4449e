import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Page } from "puppeteer";
import { withPage } from "../../support/browser.ts";
import {
  FRAME,
  openPaymentsFixture,
  pay,
  type PaymentsFixture,
  send,
  start,
} from "../../support/payments/payments_fixture.ts";
import { freePort } from "../../support/ports.ts";

const FRAMING = (url: string) =>
  `<!doctype html><script>window.heard = [];
addEventListener("message", (event) => heard.push([event.data, event.origin]));</script>
<iframe sandbox="allow-forms allow-scripts allow-same-origin allow-popups" src="${url}"></iframe>`;

interface Stage {
  readonly fixture: PaymentsFixture;
  readonly page: Page;
  /** Origin that serves the issuer page. */
  readonly bank: string;
  /** Shows the issuer page in a frame of a page on this host. */
  frame(host: string, url: string): Promise<void>;
}

/** A merchant's page and the issuer page on two origins, in a real browser. */
async function withFixture(run: (fixture: Stage) => Promise<void>): Promise<void> {
  const fixture = await openPaymentsFixture();
  const port = freePort();
  let framed = "";
  const merchant = Deno.serve(
    { port, hostname: "127.0.0.1", onListen() {} },
    () => new Response(FRAMING(framed), { headers: { "content-type": "text/html" } }),
  );
  const bankPort = freePort();
  const bank = Deno.serve({ port: bankPort, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    return fixture.call(new Request(`${FRAME}${pathname}`, request));
  });
  try {
    await withPage((page) =>
      run({
        fixture,
        page,
        bank: `http://127.0.0.1:${bankPort}`,
        async frame(host, url) {
          framed = url;
          await page.goto(`http://${host}:${port}/`, { waitUntil: "networkidle0" });
        },
      })
    );
  } finally {
    await Promise.all([merchant.shutdown(), bank.shutdown()]);
    await fixture.close();
  }
}

async function challenge({ fixture, bank }: Stage) {
  const session = await start(fixture);
  const { body } = await pay(fixture, session, "4000002500003155");
  return { session, url: String(body.links?.["3ds"]).replace(FRAME, bank) };
}

describe("issuer page in a browser", () => {
  it("posts exactly the end message to the registered page that frames it, once the shopper has chosen", async () => {
    await withFixture(async (fixture) => {
      const { session, url } = await challenge(fixture);
      await fixture.frame("localhost", url);
      const bankFrame = fixture.page.frames().find((frame) => frame.url() === url);
      assert(bankFrame !== undefined, "the bank page is not shown");
      assertEquals(await fixture.page.evaluate("heard"), []);
      await bankFrame.locator('[data-testid="approve"]').click();
      await fixture.page.waitForFunction("heard.length > 0");
      assertEquals<unknown>(await fixture.page.evaluate("heard"), [[
        '{"type":"3DS-challenge-completed"}',
        fixture.bank,
      ]]);
      const { body } = await send(fixture.fixture, `/client/executions/${session.id}`, { token: session.token });
      assertEquals(String(body.finalState?.code), "authorizeSuccessful");
    });
  });

  it("is not shown in a frame of an unregistered page", async () => {
    await withFixture(async (fixture) => {
      const { url } = await challenge(fixture);
      await fixture.frame("evil.localhost", url);
      assert(!fixture.page.frames().some((frame) => frame.url() === url));
      assertEquals(await fixture.page.evaluate("heard"), []);
    });
  });

  it("opened as a whole page continues to the result page", async () => {
    await withFixture(async (fixture) => {
      const { url } = await challenge(fixture);
      await fixture.page.goto(url);
      const next = fixture.page.waitForRequest((request) => request.url().includes("/result/error"));
      await fixture.page.locator('[data-testid="decline"]').click();
      await next;
    });
  });
});
