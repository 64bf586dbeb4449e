import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Browser, Page } from "puppeteer";
import { launchBrowser } from "../../support/browser.ts";
import { pay, send, start } from "../../support/payments/payments_calls.ts";
import { FRAME, openPaymentsFixture, type PaymentsFixture } from "../../support/payments/payments_fixture.ts";
import { freePort } from "../../support/ports.ts";

const FRAMING = (url: string) =>
  `<!doctype html><script>window.heard = [];
addEventListener("message", (event) => heard.push([event.data, event.origin]));</script>
<iframe sandbox="allow-forms allow-scripts allow-same-origin allow-popups" src="${url}"></iframe>`;

interface IssuerFixture {
  readonly payments: PaymentsFixture;
  readonly page: Page;
  /** Origin that serves the issuer page. */
  readonly issuerOrigin: string;
  /** Shows the issuer page in a frame of a page on this host. */
  frame(host: string, url: string): Promise<void>;
}

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** A merchant's page and the issuer page on two origins, in a real browser. */
async function withIssuerPage(run: (issuer: IssuerFixture) => Promise<void>): Promise<void> {
  const fixture = await openPaymentsFixture();
  const port = freePort();
  let framed = "";
  const merchant = Deno.serve(
    { port, hostname: "127.0.0.1", onListen() {} },
    () => new Response(FRAMING(framed), { headers: { "content-type": "text/html" } }),
  );
  const issuerPort = freePort();
  const issuerServer = Deno.serve({ port: issuerPort, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    return fixture.call(new Request(`${FRAME}${pathname}`, request));
  });
  try {
    const page = await browser.newPage();
    await run({
      payments: fixture,
      page,
      issuerOrigin: `http://127.0.0.1:${issuerPort}`,
      async frame(host, url) {
        framed = url;
        await page.goto(`http://${host}:${port}/`, { waitUntil: "networkidle0" });
      },
    });
    await page.close();
  } finally {
    await Promise.all([merchant.shutdown(), issuerServer.shutdown()]);
    await fixture.close();
  }
}

async function challenge({ payments, issuerOrigin }: IssuerFixture) {
  const session = await start(payments);
  const { body } = await pay(payments, session, "4000002500003155");
  return { session, url: String(body.links?.["3ds"]).replace(FRAME, issuerOrigin) };
}

describe("issuer page in a browser", () => {
  it("posts exactly the end message to the registered page that frames it, once the shopper has chosen", async () => {
    await withIssuerPage(async (issuer) => {
      const { session, url } = await challenge(issuer);
      await issuer.frame("localhost", url);
      const issuerFrame = issuer.page.frames().find((frame) => frame.url() === url);
      assert(issuerFrame !== undefined, "the issuer page is not shown");
      assertEquals(await issuer.page.evaluate("heard"), []);
      await issuerFrame.locator('[data-testid="approve"]').click();
      await issuer.page.waitForFunction("heard.length > 0");
      assertEquals<unknown>(await issuer.page.evaluate("heard"), [[
        '{"type":"3DS-challenge-completed"}',
        issuer.issuerOrigin,
      ]]);
      const { body } = await send(issuer.payments, `/client/executions/${session.id}`, { token: session.token });
      assertEquals(String(body.finalState?.code), "authorizeSuccessful");
    });
  });

  it("is not shown in a frame of an unregistered page", async () => {
    await withIssuerPage(async (issuer) => {
      const { url } = await challenge(issuer);
      await issuer.frame("evil.localhost", url);
      assert(!issuer.page.frames().some((frame) => frame.url() === url));
      assertEquals(await issuer.page.evaluate("heard"), []);
    });
  });

  it("opened as a whole page continues to the result page", async () => {
    await withIssuerPage(async (issuer) => {
      const { url } = await challenge(issuer);
      await issuer.page.goto(url);
      const next = issuer.page.waitForRequest((request) => request.url().includes("/result/error"));
      await issuer.page.locator('[data-testid="decline"]').click();
      await next;
    });
  });
});
