/**
 * The programs of the merchants' documentation, saved and run as a reader would: a page that pays, a back end that
 * refunds, captures, charges, reconciles and gets webhooks. They print what the page says they print.
 */
import * as esbuild from "esbuild";
import type { Browser, Page } from "puppeteer";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { InitResponse } from "../../../sdk/wire/config.ts";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/payments.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { launchBrowser } from "../../support/browser.ts";
import { type CodeBlock, readCodeBlocks } from "../../support/docs/code_blocks.ts";
import { atPlaces, runProgram, savePrograms, startProgram } from "../../support/docs/programs.ts";
import { readersBundle } from "../../support/docs/readers_bundle.ts";
import { eventually } from "../../support/eventually.ts";
import { answerChallenge, cardFrame, challengeFrame } from "../../support/frames.ts";
import { typeCard } from "../../support/merchant/merchant_page.ts";
import { payByCard } from "../../support/payments/pay_by_card.ts";
import { freePort } from "../../support/ports.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
const PAY = "#payrails-card-payment-button:not([disabled])";
const GOOD = "4242424242424242";

interface PaidOrder {
  readonly order?: string;
  readonly shopper?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly cardNumber?: string;
  readonly storeInstrument?: boolean;
}

describe("the programs of the merchants' documentation", () => {
  const places = { shopPort: freePort(), hookPort: freePort() };
  let blocks: readonly CodeBlock[] = [];
  let folder = "";
  let app: RunningApp;
  let browser: Browser;

  before(async () => {
    blocks = await readCodeBlocks();
    const hook = `merchant-demo=http://localhost:${places.hookPort}/hook|a-secret-of-thirty-two-characters`;
    app = await startApp({ env: { PAYMENTS_WEBHOOKS: hook } });
    browser = await launchBrowser();
    folder = await Deno.makeTempDir({ prefix: "trustcheck-docs-" });
    await savePrograms(blocks, folder, { origin: app.origin, frameOrigin: app.frameOrigin, ...places });
  });
  after(async () => {
    await browser?.close();
    await app?.close();
    await esbuild.stop();
    if (folder !== "") await Deno.remove(folder, { recursive: true });
  });

  async function withShop(file: string, path: string, use: (page: Page) => Promise<void>): Promise<void> {
    await using shop = await startProgram(folder, file);
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    try {
      await page.goto(`http://localhost:${places.shopPort}${path}`);
      await use(page);
      assertEquals(errors, []);
      assertEquals(shop.lines().length, 1, shop.lines().join("\n"));
    } catch (error) {
      throw new Error(`The program said: ${shop.lines().join("\n")}`, { cause: error });
    } finally {
      await page.close();
    }
  }

  /** The id that the page shows once it is paid; the drop-in has places with the role as well. */
  async function paidId(page: Page): Promise<string> {
    const said = () => page.$$eval("p[role=status]", (places) => places.map((place) => place.textContent).join(" "));
    return await eventually(async () => /Paid: (\S+)/.exec(await said())?.[1], said);
  }

  /** Pays a session that a program of the reader's back end opened, without a browser. */
  async function paid({ cardNumber = GOOD, storeInstrument = false, ...options }: PaidOrder = {}) {
    const order = { order: `order-${crypto.randomUUID()}`, shopper: "ada", ...options };
    await Deno.writeTextFile(
      `${folder}/open.mjs`,
      `import { openSession } from "./payments.mjs";
       const given = JSON.parse(Deno.args[0]);
       console.log(JSON.stringify(await openSession({ amount: { value: "10.00", currency: "EUR" }, ...given })));`,
    );
    const initResponse: InitResponse = JSON.parse(await runProgram(folder, "open.mjs", JSON.stringify(order)));
    const { execution } = await payByCard({ initResponse, card: { cardNumber }, storeInstrument });
    return execution;
  }

  /** The webhooks of an execution, oldest first, before any of them is replayed. */
  const deliveriesOf = (executionId: string) =>
    app.context.db.selectFrom("pay_webhooks").selectAll().where("execution_id", "=", executionId)
      .orderBy("created_ms").execute();

  /** The lines that the page of this program says it prints. */
  const printed = (page: string, mark?: string) =>
    blocks.find(({ marks, ...block }) =>
      block.page === page && block.language === "text" && (mark === undefined || marks[mark] !== undefined)
    )?.code.trim().split("\n") ?? [];

  it("every file of a page is run by a case below", () => {
    const files = blocks.flatMap(({ marks: { file } }) => file === undefined ? [] : [file]);
    assertEquals(files.toSorted(), FILES.toSorted());
  });

  it("plain script: the page pays, and the back end refunds a part", () =>
    withShop("shop.mjs", "/", async (page) => {
      await page.waitForSelector("#payrails-dropin-component");
      await (await page.waitForSelector('.payrails-dropin-item input[type="radio"]'))?.click();
      await typeCard(await cardFrame(page), { number: GOOD });
      await (await page.waitForSelector(PAY))?.click();
      const said = await runProgram(folder, "refund.mjs", await paidId(page));
      const text = await Deno.readTextFile(`${ROOT}/docs/merchants/start/script.md`);
      for (const line of said.split("\n")) assert(text.includes(`\`${line}\``), line);
      assertEquals(said.split("\n").length, 2);
    }));

  it("plain script: a shopper who closes the bank's page stays, and pays on the second try", () =>
    withShop("shop.mjs", "/", async (page) => {
      await (await page.waitForSelector('.payrails-dropin-item input[type="radio"]'))?.click();
      await typeCard(await cardFrame(page), { number: "4000002500003155" });
      await (await page.waitForSelector(PAY))?.click();
      await challengeFrame(page);
      await page.click("#payrails-popup-cancel-button");
      await page.waitForSelector("#payrails-open-again");
      assertEquals(await page.$eval("#outcome", (place) => place.textContent), "");
      await page.click("#payrails-open-again");
      await answerChallenge(page);
      assert((await paidId(page)).length > 0);
    }));

  it("plain script: the page pays under the policy with a nonce and Trusted Types, and not without the nonce", async () => {
    const nonce = crypto.randomUUID();
    const [block] = blocks.filter(({ marks }) => marks.csp === "nonce");
    const { origin, frameOrigin } = app;
    const policy = atPlaces(block?.code.trim() ?? "", { origin, frameOrigin, ...places })
      .replace("content-security-policy: ", "").replaceAll("{nonce}", nonce);
    const bare = await Deno.readTextFile(`${folder}/index.html`);
    await using _shop = await startProgram(folder, "shop.mjs");
    await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/init") return await fetch(`http://localhost:${places.shopPort}/init`, { method: "POST" });
      const html = pathname === "/bare" ? bare : bare.replaceAll("<script", `<script nonce="${nonce}"`);
      return new Response(html, { headers: { "content-type": "text/html", "content-security-policy": policy } });
    });
    const page = await browser.newPage();
    try {
      await page.evaluateOnNewDocument(`window.blocked = [];
        addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));`);
      await page.goto(`http://localhost:${server.addr.port}/bare`);
      assertEquals(await page.evaluate("[...new Set(blocked), typeof Payrails]"), ["script-src-elem", "undefined"]);
      await page.goto(`http://localhost:${server.addr.port}/`);
      await (await page.waitForSelector('.payrails-dropin-item input[value="pix"]'))?.click();
      await page.waitForSelector("#payrails-generic-redirect-pix");
      await (await page.waitForSelector('.payrails-dropin-item input[value="card"]'))?.click();
      await typeCard(await cardFrame(page), { number: GOOD });
      await (await page.waitForSelector(PAY))?.click();
      assert((await paidId(page)).length > 0);
      assertEquals(await page.evaluate("blocked"), []);
    } finally {
      await page.close();
    }
  });

  /** The page of a React app whose main module this is. */
  async function saveReactPage(main: string): Promise<void> {
    await Deno.writeTextFile(`${folder}/main.jsx`, main);
    const { outputFiles: [script] = [] } = await esbuild.build(readersBundle(`${folder}/main.jsx`));
    await Deno.writeTextFile(
      `${folder}/index.html`,
      `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"><div id="root"></div><script>${
        script?.text.replaceAll("</script", "<\\/script")
      }</script>`,
    );
  }

  it("React: each component that is no file shows its elements in StrictMode", async () => {
    const named = blocks.flatMap(({ language, code, marks }) => {
      const name = /^export function (\w+)/m.exec(code)?.[1];
      return language === "tsx" && marks.file === undefined && name !== undefined ? [{ name, code }] : [];
    });
    assertEquals(named.map(({ name }) => name), ["CardCheckout", "Thanks", "Terms", "CardNumber", "Card"]);
    for (const { name, code } of named) await Deno.writeTextFile(`${folder}/${name}.tsx`, code);
    for (const { name } of named) {
      await saveReactPage(REACT_PART.replaceAll("Part", name));
      await withShop("shop.mjs", "/", async (page) => {
        if (name === "Thanks") return void await page.waitForSelector("::-p-text(You have 0 stored cards.)");
        await typeNumber(page);
        if (name !== "CardNumber") await page.waitForSelector("#root .payrails-button");
      });
    }
  });

  /** The only field of a container, or the first one of a form. */
  async function typeNumber(page: Page): Promise<void> {
    const frameIn = async () => await (await page.$("#root iframe"))?.contentFrame();
    const input = await eventually(
      async () => (await (await frameIn())?.$("input")) ?? undefined,
      () => page.content(),
    );
    await input.type(GOOD);
    await eventually(async () => await input.evaluate(({ value }) => value) === "4242 4242 4242 4242", page.url);
  }

  it("React: the component pays in StrictMode", async () => {
    await saveReactPage(REACT_MAIN);
    await withShop("shop.mjs", "/", async (page) => {
      await (await page.waitForSelector('.payrails-dropin-item input[type="radio"]'))?.click();
      const asked = `performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/init")).length`;
      assertEquals(await page.evaluate(asked), 1);
      const again = await page.evaluate(`
        fetch("/init", { method: "POST" }).then((answer) => answer.json())
          .then(({ data }) => JSON.parse(atob(data)).execution.id)`);
      await typeCard(await cardFrame(page), { number: GOOD });
      await (await page.waitForSelector(PAY))?.click();
      assertEquals(await paidId(page), again);
    });
  });

  it("the development build names a wrong option and the right one", async () => {
    await Deno.copyFile(`${folder}/development.html`, `${folder}/index.html`);
    const warnings: string[] = [];
    await withShop("shop.mjs", "/", async (page) => {
      page.on("console", (message) => message.type() === "warn" && warnings.push(message.text()));
      await page.reload();
      await eventually(() => warnings.some((text) => text.includes("showCardHolderName")), () => warnings);
    });
  });

  it("Next.js: the route handler answers with a session for the visit's order", async () => {
    await Deno.mkdir(`${folder}/lib`, { recursive: true });
    await Deno.copyFile(`${folder}/payments.mjs`, `${folder}/lib/payments.mjs`);
    await Deno.writeTextFile(
      `${folder}/next.mjs`,
      `import { POST } from "./app/init/route.ts"; 
       const ask = (cookie) => POST(new Request("http://localhost/init", { method: "POST", headers: { cookie } }));
       const idOf = ({ data }) => JSON.parse(atob(data)).execution.id;
       const first = await ask("theme=dark");
       const [cookie] = first.headers.get("set-cookie").split(";");
       const [one, again, other] = await Promise.all([first, await ask(cookie), await ask("")].map((each) => each.json()));
       console.log(Object.keys(one).sort().join(), idOf(one) === idOf(again), idOf(one) === idOf(other));`,
    );
    assertEquals(await runProgram(folder, "next.mjs"), "data,version true false");
  });

  /** Pays in the page of secure fields, and returns what it then says. */
  async function payInFields(page: Page): Promise<string | null> {
    await (await cardFrame(page, "input", "#number")).type("input", GOOD);
    await (await cardFrame(page, "input", "#expiry")).type("input", "1239");
    await (await cardFrame(page, "input", "#cvv")).type("input", "123");
    await page.click("form button");
    await page.waitForFunction("document.querySelector('#outcome').textContent !== ''");
    return await page.$eval("#outcome", (place) => place.textContent);
  }

  it("secure fields: the back end charges what the container collected, once for the order of the visit", () =>
    withShop("fields.mjs", "/", async (page) => {
      assertEquals(await payInFields(page), "Paid");
      const ids = await page.evaluate(`
        Promise.all([1, 2].map(async (at) => {
          const answer = await fetch("/init-fields", { method: "POST", credentials: at === 1 ? "include" : "omit" });
          const { execution } = JSON.parse(atob((await answer.json()).data));
          return [execution.id, execution.status.filter(({ code }) => code === "authorizeRequested").length];
        }))`) as [string, number][];
      assertEquals(ids.map(([, requests]) => requests), [1, 0]);
      assertEquals(new Set(ids.map(([id]) => id)).size, 2);
    }));

  it("secure fields: a payment that was not sent is no payment to wait for", () =>
    withShop("fields.mjs", "/", async (page) => {
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        const isPay = request.url().endsWith("/pay");
        void (isPay ? request.respond({ status: 500, body: "{}" }) : request.continue());
      });
      assertEquals(await payInFields(page), "Your payment was not sent. Please try again.");
    }));

  it("captures a part, lets go of the rest and refunds twice, and prints what the page says", async () => {
    const { id } = await paid({ meta: { capture: "manual" } });
    const page = "back-end/captures-and-refunds.md";
    assertEquals((await runProgram(folder, "move.mjs", id)).split("\n"), printed(page));
    assertEquals((await runProgram(folder, "moves.mjs", id)).split("\n"), printed(page, "moves"));
  });

  it("gets a new token when the service calls the old one expired", async () => {
    const { id } = await paid();
    await Deno.writeTextFile(
      `${folder}/expired.mjs`,
      `import { readPayment } from "./payments.mjs";
       const send = fetch;
       const calls = [];
       globalThis.fetch = (address, options) => {
         calls.push(new URL(address).pathname.split("/")[3]);
         const refusal = { errors: [{ code: "unauthorized", detail: "" }] };
         return calls.length === 2 ? Response.json(refusal, { status: 401 }) : send(address, options);
       };
       console.log((await readPayment(Deno.args[0])).state, ...calls);`,
    );
    assertEquals(await runProgram(folder, "expired.mjs", id), "captured auth merchant auth merchant");
  });

  it("opens a session for an order number with blanks, umlauts and other characters", async () => {
    const order = `Auftrag für Zoë, 3€ #${crypto.randomUUID()}`;
    const { id } = await paid({ order });
    assertEquals(await runProgram(folder, "reconcile.mjs", id), `${order} paid, 0.00 refunded`);
  });

  it("a move that the acquirer refuses is read as one: nothing follows it, and its key repeats it", async () => {
    const { db, config } = app.context;
    await using ledger = await openLedger(ledgerPlace(config.database, config.dataDir));
    const refuse = async (id: string, refuses: boolean) => {
      const { charge_key } = await db.selectFrom("pay_executions").select("charge_key").where("id", "=", id)
        .executeTakeFirstOrThrow();
      await ledger.updateTable("acq_charges").set({ is_cancelled: refuses ? 1 : 0 }).where("key", "=", charge_key ?? "")
        .execute();
    };
    const held = await paid({ meta: { capture: "manual" } });
    await refuse(held.id, true);
    await assertRejects(() => runProgram(folder, "move.mjs", held.id), Error, "The capture is failed");
    assertEquals(await runProgram(folder, "moves.mjs", held.id), "capture 6.00 failed ship-1");
    const captured = await paid();
    await refuse(captured.id, true);
    for (const refuses of [true, false]) {
      await refuse(captured.id, refuses);
      assertEquals(await runProgram(folder, "refund.mjs", captured.id), "captured 10.00\nfailed 0.00");
    }
  });

  it("changes the amount before the first attempt, and the page names it", async () => {
    const id = await runProgram(folder, "execution_id.mjs");
    assertEquals(await runProgram(folder, "amount.mjs", id), "8.50");
  });

  it("lists a shopper's stored cards and charges one without the shopper", async () => {
    const { paymentInstrumentId = "" } = await paid({ storeInstrument: true });
    assertMatch(await runProgram(folder, "cards.mjs", "ada"), new RegExp(`^${paymentInstrumentId} .* enabled$`, "m"));
    assertEquals(await runProgram(folder, "charge.mjs", paymentInstrumentId), "captured");
    const later = await paid({ storeInstrument: true, cardNumber: "4000000000000341" });
    assertMatch(await runProgram(folder, "charge.mjs", later.paymentInstrumentId ?? ""), /^declined \w+$/);
    assertEquals(await runProgram(folder, "forget.mjs", "ada", paymentInstrumentId), "true");
    assertEquals((await runProgram(folder, "cards.mjs", "ada")).includes(paymentInstrumentId), false);
    assertEquals(await runProgram(folder, "erase_records.mjs", "ada"), "0");
  });

  it("reconciles: a paid order is paid, a session that was never paid says so, and a day has its captures and refunds", async () => {
    const { id } = await paid({ order: "order-paid" });
    const open = await runProgram(folder, "execution_id.mjs");
    const said = (await runProgram(folder, "reconcile.mjs", id, open)).split("\n");
    assertEquals(said[0], "order-paid paid, 0.00 refunded");
    assertMatch(said[1] ?? "", /^order-\d+ never paid$/);
    const listed = (await runProgram(folder, "list.mjs")).split("\n");
    for (const line of said) assert(listed.includes(line), `${line} is not in ${listed.join(", ")}`);
    await runProgram(folder, "refund.mjs", id);
    const [from = "", before = ""] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const moved = (await runProgram(folder, "moved.mjs", from, before)).split("\n");
    assertEquals(moved.filter((line) => line.startsWith(id)), [`${id} capture 10.00 EUR`, `${id} refund 4.00 EUR`]);
    const sumOf = (kind: string) => moved.find((line) => line.startsWith(`sum ${kind} EUR `))?.split(" ").at(-1);
    const cents = (kind: string) =>
      moved.filter((line) => line.includes(` ${kind} `) && line.endsWith(" EUR"))
        .reduce((sum, line) => sum + Math.round(Number(line.split(" ")[2]) * 100), 0);
    for (const kind of ["capture", "refund"]) assertEquals(Number(sumOf(kind)) * 100, cents(kind), kind);
    assertEquals(await runProgram(folder, "moved.mjs", before, before), "");
  });

  it("compares orders with payments: names what differs, and says nothing of what is equal", async () => {
    const run = crypto.randomUUID().slice(0, 8);
    const orders = [];
    for (const name of ["equal", "refunded", "unknown"]) {
      const { id } = await paid({ order: `${name}-${run}` });
      if (name !== "equal") await runProgram(folder, "refund.mjs", id);
      if (name !== "unknown") {
        orders.push({ order: `${name}-${run}`, currency: "EUR", captured: "10.00", refunded: "0.00" });
      }
    }
    orders.push({ order: `lost-${run}`, currency: "EUR", captured: "5.00", refunded: "0.00" });
    await Deno.writeTextFile(`${folder}/orders.json`, JSON.stringify(orders));
    const said = (await runProgram(folder, "compare.mjs", `${folder}/orders.json`)).split("\n");
    assertEquals(said.filter((line) => line.includes(run)), [
      `refunded-${run} EUR 10.00 captured, 4.00 refunded the shop has 10.00 captured, 0.00 refunded`,
      `lost-${run} EUR nothing captured, nothing refunded the shop has 5.00 captured, 0.00 refunded`,
      `unknown-${run} EUR 10.00 captured, 4.00 refunded unknown to the shop`,
    ]);
    assertMatch(
      said.find((line) => line.startsWith("sum EUR ")) ?? "",
      /^sum EUR \d+\.\d\d captured, \d+\.\d\d refunded$/,
    );
    await Deno.writeTextFile(`${folder}/sum.mjs`, SUMS);
    assertEquals(await runProgram(folder, "sum.mjs"), "0.30 10 1.000 100.05");
  });

  it("begins another order at /new, where another server has the page", async () => {
    await using _shop = await startProgram(folder, "shop.mjs");
    const shop = `http://localhost:${places.shopPort}`;
    const answer = await fetch(`${shop}/new`, { redirect: "manual" });
    await answer.body?.cancel();
    assertEquals([answer.status, answer.headers.get("location")], [303, "/"]);
    const cookies = ["", answer.headers.get("set-cookie")?.split(";")[0] ?? ""];
    const ids = [];
    for (const cookie of [...cookies, ...cookies]) {
      const session = await fetch(`${shop}/init`, { method: "POST", headers: { cookie } });
      ids.push(JSON.parse(atob((await session.json()).data)).execution.id);
    }
    assertEquals([new Set(ids).size, ids[1]], [3, ids[3]]);
  });

  it("gets every webhook, signed, in order and once, with the lines that the page shows", async () => {
    const order = `order-${crypto.randomUUID().slice(0, 8)}`;
    await using hook = await startProgram(folder, "webhooks.mjs");
    const { id } = await paid({ order });
    await runProgram(folder, "refund.mjs", id);
    const own = () => hook.lines().filter((line) => line.startsWith(order));
    const lines = await eventually(() => own().some((line) => line.includes("refundSuccessful")) && own(), hook.lines);
    assertEquals(lines, printed("back-end/webhooks.md").map((line) => line.replace("order-1", order)));
    // The receiver has seen their ids, so that a replay prints nothing again.
    const [since] = await deliveriesOf(id);
    const sinceTime = new Date(since?.created_ms ?? 0).toISOString();
    assertEquals(await runProgram(folder, "replay.mjs", sinceTime, "accepted"), String(lines.length));
    assertEquals(await runProgram(folder, "replay.mjs", sinceTime), "0");
  });

  it("replays every abandoned webhook, oldest first, and none of them sets an order back", async () => {
    const { db } = app.context;
    const order = `order-${crypto.randomUUID().slice(0, 8)}`;
    const { id } = await paid({ order });
    await runProgram(folder, "refund.mjs", id);
    const [first, ...later] = await deliveriesOf(id);
    assert(first !== undefined);
    const last = later.at(-1)?.id ?? "";
    await db.updateTable("pay_webhooks").set({ state: "abandoned" }).where("execution_id", "=", id)
      .where("id", "!=", last).execute();
    const body = JSON.parse(first.body);
    const older = Array.from({ length: 120 }, (_, at) => {
      const event_id = crypto.randomUUID();
      const created_ms = first.created_ms - 1 - at;
      const event = JSON.stringify({ ...body, id: event_id });
      return { ...first, id: crypto.randomUUID(), event_id, body: event, state: "abandoned", created_ms };
    });
    await db.insertInto("pay_webhooks").values(older).execute();
    await db.updateTable("pay_webhooks").set({ url: "http://localhost/removed" }).where("id", "=", older[9]?.id ?? "")
      .execute();
    await using hook = await startProgram(folder, "webhooks.mjs");
    const own = () => hook.lines().filter((line) => line.startsWith(order));
    await db.updateTable("pay_webhooks").set({ next_ms: 0 }).where("id", "=", last).execute();
    await eventually(() => own().length === 1, hook.lines);
    const since = new Date(older.at(-1)?.created_ms ?? 0).toISOString();
    assertEquals(await runProgram(folder, "replay.mjs", since), "124");
    await eventually(() => own().length === 124, () => own().length);
    for (const line of own()) assertMatch(line, / captured 10\.00 4\.00$/);
    const sent = await db.selectFrom("pay_webhooks as sent").innerJoin("pay_webhooks as of", "of.id", "sent.replay_of")
      .select("of.created_ms").where("sent.execution_id", "=", id).orderBy("sent.created_ms").orderBy("of.created_ms")
      .execute();
    const times = sent.map(({ created_ms }) => created_ms);
    assertEquals([times.length, times], [123, times.toSorted((one, other) => one - other)]);
    // A replay that was abandoned too is no webhook of its own.
    await db.updateTable("pay_webhooks").set({ state: "abandoned" }).where("execution_id", "=", id)
      .where("replay_of", "is not", null).execute();
    assertEquals(await runProgram(folder, "replay.mjs", new Date(first.created_ms).toISOString()), "4");
  });

  it("registers an address, tests it and rotates its secret, and both secrets are in its signatures", async () => {
    const signatures: string[] = [];
    await using receiver = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
      signatures.push(request.headers.get("webhook-signature") ?? "");
      return new Response();
    });
    const url = `http://localhost:${receiver.addr.port}/hook`;
    const [id = "", secret = ""] = (await runProgram(folder, "register.mjs", url)).split(" ");
    const [accepted, status, rotated] = (await runProgram(folder, "rotate.mjs", id)).split(" ");
    assertEquals([accepted, status, rotated === secret], ["true", "200", false]);
    await paid({ order: `order-${crypto.randomUUID().slice(0, 8)}` });
    await eventually(() => signatures.length > 1, () => signatures.join());
    assertEquals(signatures.map((text) => text.split(" ").length).slice(0, 2), [1, 2]);
  });

  it("the webhook program refuses what is not signed", async () => {
    await using _hook = await startProgram(folder, "webhooks.mjs");
    const answer = await fetch(`http://localhost:${places.hookPort}/hook`, {
      method: "POST",
      headers: { "webhook-id": "1", "webhook-timestamp": String(Date.now() / 1000), "webhook-signature": "v1,bm8=" },
      body: "{}",
    });
    await answer.body?.cancel();
    assertEquals(answer.status, 401);
  });
});

const FILES = [
  "payments.mjs",
  "orders.mjs",
  "shop.mjs",
  "index.html",
  "refund.mjs",
  "Checkout.tsx",
  "app/init/route.ts",
  "app/checkout/page.tsx",
  "Checkout.vue",
  "fields.html",
  "fields.mjs",
  "cards.mjs",
  "forget.mjs",
  "erase_records.mjs",
  "charge.mjs",
  "moves.mjs",
  "replay.mjs",
  "verdict.mjs",
  "moved.mjs",
  "list.mjs",
  "development.html",
  // package_frameworks_test.ts runs these five.
  "elements.html",
  "elements.js",
  "Shop.vue",
  "Shop.svelte",
  "shop.component.js",
  // package_testing_test.ts runs these three.
  "checkout.test.js",
  "methods.test.js",
  "react.test.js",
  "sums.mjs",
  "compare.mjs",
  "move.mjs",
  "amount.mjs",
  "webhooks.mjs",
  "register.mjs",
  "rotate.mjs",
  "reconcile.mjs",
  "execution_id.mjs",
];

/** A component of the documentation below the provider; some read `init` of the page. */
const REACT_PART = `import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { PayrailsProvider } from "@payrails/web-sdk/react";
import { Part } from "./Part.tsx";
fetch("/init", { method: "POST" }).then((answer) => answer.json()).then((init) => {
  globalThis.init = init;
  const shown = <StrictMode><PayrailsProvider init={init}><Part /></PayrailsProvider></StrictMode>;
  createRoot(document.querySelector("#root")).render(shown);
});`;

const REACT_MAIN = `import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Checkout } from "./Checkout.tsx";
createRoot(document.querySelector("#root")).render(<StrictMode><Checkout /></StrictMode>);`;

/** Sums that floating point gets wrong, and currencies with other decimals. */
const SUMS = `import { plus } from "./sums.mjs";
console.log(plus("0.10", "0.20"), plus("4", "6"), plus("0.250", "0.750"), plus("99.95", "0.10"));`;
