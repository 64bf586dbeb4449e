/** Withdrawing in a browser: the law's two labels, from every entry point, with and without script (TRUST T6). */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "puppeteer";
import { eventually } from "../../support/eventually.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { createVisitor, type Visitor } from "../../support/app/http_visitor.ts";
import { createShopper, openedWindow } from "../../support/app/shopper.ts";

const FIRST = "Withdraw from contract here";
const SECOND = "Confirm withdrawal";
const WEEKLY = "tck_weekly_3dtrial";
const PHONE = { width: 320, height: 568 };

interface Mail {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
}

describe("withdrawing from a contract", () => {
  const fixture = appFixture();

  const at = (path: string) => `${fixture.app.origin}/trustcheck/${path}`;
  const visit = (live: (page: Page) => Promise<void>, { script = true } = {}) =>
    fixture.visit(async (page) => {
      await page.setViewport(PHONE);
      await page.setJavaScriptEnabled(script);
      await live(page);
    });
  const bought = async (email: string) => {
    const visitor = createVisitor(fixture.app.context);
    const { body } = await visitor.buy(WEEKLY, email);
    assertEquals(body.error, "");
    await mailOf(email, "enrolment");
    return { visitor, id: String(body.subscription_id) };
  };
  const mailOf = async (email: string, kind: string): Promise<Mail> => {
    const url = `${fixture.app.origin}/dev/mailbox/messages.json?to=${encodeURIComponent(email)}`;
    const mails = async (): Promise<readonly Mail[]> => await (await fetch(url)).json();
    return await eventually(async () => (await mails()).find((mail) => mail.kind === kind), mails);
  };
  const withdrawLink = (mail: Mail) => /^http\S+unsubscription\?withdraw&w=[\w-]{43}$/m.exec(mail.text)?.[0] ?? "";
  const statusOf = async (id: string) =>
    (await fixture.app.context.db.selectFrom("subs_subscriptions").select("status").where("id", "=", id)
      .executeTakeFirstOrThrow()).status;
  /** Presses the one button with this text, and waits for the next page. */
  const press = async (page: Page, label: string) => {
    const buttons = await page.$$("main button");
    const labels = await Promise.all(buttons.map((button) => button.evaluate((each) => each.textContent)));
    const button = buttons[labels.indexOf(label)];
    assert(button, `No "${label}" among ${labels} on ${page.url()}`);
    await Promise.all([page.waitForNavigation(), button.click()]);
  };
  const proofOf = async (email: string, id: string) => {
    assertEquals(await statusOf(id), "ended");
    assertMatch(
      (await mailOf(email, "withdrawn")).text,
      /You withdrew on \w+ \d+, \d{4} at \d+:\d\d:\d\d\s[AP]M UTC\./,
    );
    const receipt = await mailOf(email, "refunded");
    assertEquals(receipt.subject, "Your refund: $1.00");
    assertMatch(receipt.text, /You withdrew from the contract[^]*Refunded: \$1\.00\nReceipt: TC-\d{4}-\d{6}-R/);
  };
  const readWide = async (page: Page): Promise<string> => {
    const body = await page.waitForSelector(".notice__body");
    const [notice, words] = [await (await page.$(".notice"))?.boundingBox(), await body?.boundingBox()];
    assert((words?.width ?? 0) > (notice?.width ?? 0) * 0.7, `${words?.width} of ${notice?.width} px`);
    return String(await body?.evaluate((each) => each.textContent));
  };

  it("W-UNSUB-01, T6: the footer of every page links to it, and the browser that bought needs two presses", () =>
    visit(async (page) => {
      const email = "cookie@mail.example";
      const { visitor, id } = await bought(email);
      await holdCookies(page, visitor, fixture.app.origin);
      const footer = `footer a[href$="/unsubscription?withdraw"]`;
      const wrong: string[] = [];
      // The app writes each error of React to the console, including one that React recovered from.
      page.on("console", (message) => message.type() === "error" && wrong.push(`${page.url()}: ${message.text()}`));
      for (const path of ["privacy", "sign-in", "unsubscribe-with-email", "unsubscription?withdraw", ""]) {
        await page.goto(at(path));
        const link = await page.waitForSelector(footer, { visible: true });
        assertEquals(await link?.evaluate((each) => each.textContent), FIRST, path);
      }
      // Such as a document that React does not find as it renders it.
      assertEquals(wrong, []);
      // Once it no longer moves: the lists above it are still loading.
      await page.locator(footer).click();
      await page.waitForSelector('main form input[name="step"]');
      assertMatch(await page.$eval("main form", (form) => String(form.textContent)), /Weekly plan.*\$1\.00 refund/);
      await press(page, FIRST);
      assertEquals(await statusOf(id), "trial");
      await press(page, SECOND);
      assertMatch(
        await readWide(page),
        /UTC\. \$1\.00 will be refunded within 14 days to the card[^]*Your plan has ended/,
      );
      await proofOf(email, id);
    }));

  it("T6: works from a receipt's link, without script and without signing in", () =>
    visit(async (page) => {
      const email = "mail@mail.example";
      const { id } = await bought(email);
      await page.goto(withdrawLink(await mailOf(email, "enrolment")));
      assertEquals(await statusOf(id), "trial");
      await press(page, SECOND);
      assertMatch(await readWide(page), /\$1\.00 will be refunded within 14 days to the card/);
      await proofOf(email, id);
      await page.goto(withdrawLink(await mailOf(email, "enrolment")));
      assertMatch(await readWide(page), /You can no longer withdraw from this purchase \(Weekly plan/);
    }, { script: false }));

  it("T6, T7: works with the address only, without script: an email, its link, one button; an unknown address gets the same page", () =>
    visit(async (page) => {
      const email = "address@mail.example";
      const { id } = await bought(email);
      const said: string[] = [];
      for (const given of [email, "nobody@mail.example"]) {
        await page.goto(at("unsubscription?withdraw"));
        await page.type("#email", given);
        await press(page, FIRST);
        said.push(await readWide(page));
      }
      assertEquals(said[0], said[1]);
      await page.goto(withdrawLink(await mailOf(email, "withdraw-request")));
      await press(page, SECOND);
      await proofOf(email, id);
    }, { script: false }));

  it("T6: works signed in on another device, beside the receipt: the footer links there, two presses end it", () =>
    visit(async (page) => {
      const email = "member@mail.example";
      const { visitor, id } = await bought(email);
      await claim(visitor, { id, email });
      const shopper = createShopper(page);
      await page.goto(at("sign-in"));
      const chooser = await openedWindow(fixture.browser, () => shopper.tap("sign-in-google"));
      await chooser.waitForSelector("#other");
      await chooser.type("#other [name=email]", email);
      const closed = new Promise((resolve) => chooser.once("close", resolve));
      await Promise.all([closed, chooser.click("#other button")]);
      await shopper.see("lookup-number");
      const footer = 'footer a[href$="/unsubscription?withdraw"]';
      // Once it no longer moves: the lists above it are still loading.
      await page.locator(footer).click();
      const first = await shopper.see("withdraw");
      assertEquals(shopper.path(), "/trustcheck/webapp/manage-subscriptions");
      assertEquals(await first.evaluate((each) => each.textContent), FIRST);
      await shopper.tap("withdraw");
      assertEquals(await (await shopper.see("withdraw-confirm")).evaluate((each) => each.textContent), SECOND);
      assertEquals(await statusOf(id), "trial");
      await shopper.tap("withdraw-confirm");
      await shopper.see("withdrawn");
      assertMatch(await readWide(page), /\$1\.00 will be refunded to your card/);
      await proofOf(email, id);
    }));
});

async function holdCookies(page: Page, visitor: Visitor, origin: string): Promise<void> {
  const { hostname: domain } = new URL(origin);
  await page.browserContext().setCookie(
    ...visitor.cookies().map(({ name, value }) => ({ name, value, domain, path: "/", httpOnly: true, secure: false })),
  );
}

async function claim(visitor: Visitor, { id, email }: { readonly id: string; readonly email: string }): Promise<void> {
  const { idToken, uid } = await visitor.signIn(email);
  const body = { subscription_id: id, email, firebase_id: uid, apple_token: "", attribution: {} };
  const { body: claimed } = await visitor.post("/services/subscriptions/subs/finalize", body, {
    "x-id-token": idToken,
  });
  assertEquals(claimed.error, "");
}
