/** What shoppers and merchants need from card fields, as tests of the containers. */
import type { CDPSession, Frame, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import {
  CARD_ELEMENTS,
  type FieldOptions,
  FieldsPage,
  fillCard,
  fromPage,
  NUMBER,
  seenBy,
  SETUP,
  typeInto,
  untilReady,
  valueOf,
} from "../../support/merchant/fields_page.ts";
import { violations, WCAG } from "../../support/screens/axe.ts";
import { cardFrame } from "../../support/frames.ts";
import { openMerchantPage } from "../../support/merchant/merchant_page.ts";

const EVERY_TYPE = [
  { type: "CARD_NUMBER" },
  { type: "CARDHOLDER_NAME" },
  { type: "EXPIRATION_DATE" },
  { type: "CVV" },
  { type: "PIN", name: "pin" },
  { type: "INPUT_FIELD", name: "city", label: "City" },
  { type: "textarea", name: "note", label: "Note" },
  { type: "checkbox", name: "terms", label: "I agree", value: "yes" },
  { type: "radio", name: "monthly", column: "plan", label: "Monthly", value: "m" },
  { type: "radio", name: "yearly", column: "plan", label: "Yearly", value: "y" },
  { type: "dropdown", name: "country", label: "Country", options: ["Norway", "Italy"] },
] as const;
const ALL: FieldOptions = { kind: "COMPOSABLE", elements: EVERY_TYPE, options: { layout: [1, 1, 2, 2, 1, 1, 2, 1] } };
const CARD: FieldOptions = { kind: "COMPOSABLE", elements: CARD_ELEMENTS, options: { layout: [1, 3] } };
const WHOLE_CARD = ["CARD_NUMBER", "CARDHOLDER_NAME", "EXPIRATION_DATE", "CVV"].map((type) => ({ type }));
const KINDS: readonly FieldOptions[] = [CARD, { kind: "COLLECT", elements: CARD_ELEMENTS }];

const liveText = (frame: Frame) =>
  frame.$$eval("[aria-live], [role=status]", (regions) => regions.map(({ textContent }) => textContent).join(""));
const stylesOf = async (frame: Frame, selector: string, names: readonly string[]) =>
  String(
    await frame.evaluate(
      `${JSON.stringify(names)}.map((name) => getComputedStyle(document.querySelector("${selector}"))[name]).join("|")`,
    ),
  ).split("|");
const cardFrames = (page: Page) => page.frames().filter((frame) => frame.url().includes("/card/5/"));
/** As a browser or a password manager does it: the value at once, then events without keys. */
const FILL = `(filled) => {
  for (const [selector, text] of Object.entries(filled)) {
    const input = document.querySelector(selector);
    input.value = text;
    for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
  }
}`;
const fillAtOnce = (frame: Frame, filled: Readonly<Record<string, string>>) =>
  frame.evaluate(`(${FILL})(${JSON.stringify(filled)})`);

async function emulate(page: Page, name: string, value: string): Promise<CDPSession> {
  const session = await page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name, value }] });
  return session;
}

/**
 * Frames measure themselves after a layout and tell the page, which draws itself then. Their answers follow what they
 * told before.
 */
async function untilDrawn(page: Page): Promise<void> {
  const drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
  // The hidden controller of separate fields draws nothing.
  const fields = "document.querySelector('.field') === null ? undefined : ";
  await Promise.all(cardFrames(page).map((frame) => frame.evaluate(fields + drawn)));
  await page.evaluate("container.validate().then(() => {})");
  await page.evaluate(drawn);
}

describe("fields and people", () => {
  let fixture: FieldsPage;
  before(async () => {
    fixture = await FieldsPage.open();
  });
  after(() => fixture?.close());
  const inPage: FieldsPage["inPage"] = (fields, use) => fixture.inPage(fields, use);

  for (const scheme of ["light", "dark"]) {
    it(`axe finds nothing in fields of every type, empty, wrong and filled, in ${scheme}`, async () => {
      await inPage({ ...ALL, root: { style: `color-scheme: ${scheme}` } }, async (page) => {
        const frame = await cardFrame(page, ".CARD_NUMBER input");
        // The frame is transparent, so the page's background shows.
        await frame.evaluate("document.documentElement.style.background = 'Canvas'");
        assertEquals(await violations(frame, { only: WCAG }), [], "empty");
        await page.evaluate("container.validate().then(() => {})");
        await frame.waitForSelector(".CVV.invalid");
        assertEquals(await violations(frame, { only: WCAG }), [], "wrong");
        await fillAtOnce(frame, {
          ".CARD_NUMBER input": NUMBER,
          ".EXPIRATION_DATE input": "12/39",
          ".CVV input": "123",
        });
        await frame.waitForSelector(".CVV.complete");
        assertEquals(await violations(frame, { only: WCAG }), [], "filled");
      });
    });
  }

  it("each field has a live region from the start; all are empty until the shopper acts", async () => {
    await inPage(ALL, async (page) => {
      const frame = await cardFrame(page, ".CARD_NUMBER input");
      const described = await frame.evaluate(`[...document.querySelectorAll(".control")].map((control) => {
        const line = document.getElementById(control.getAttribute("aria-describedby"));
        return [line?.getAttribute("aria-live"), line?.textContent].join();
      })`);
      assertEquals(described, EVERY_TYPE.map(() => "polite,"));
      await frame.focus(".CARD_NUMBER input");
      await frame.focus(".CVV input");
      assertEquals(await liveText(frame), "");
      await frame.type(".CVV input", "1");
      await frame.focus(".CARD_NUMBER input");
      assertEquals(await liveText(frame), "This entry is too short.");
      await frame.type(".CVV input", "23");
      assertEquals(await liveText(frame), "");
      await page.evaluate("elements.city.setError('No such city.')");
      await frame.waitForFunction("document.activeElement.id && document.body.textContent.includes('No such city.')");
      assertEquals(await liveText(frame), "No such city.");
    });
  });

  for (const fields of KINDS) {
    it(`a ${fields.kind} frame has no ARIA role and one short title in the page's words`, async () => {
      const elements = fields.elements.map((element, index) =>
        index === 0 ? { ...element, label: "Kartennummer" } : element
      );
      const options = { ...fields.options, translations: { title: "Kartendaten" } };
      await inPage({ ...fields, elements, options }, async (page) => {
        const frames = await page.$$eval(
          "#card iframe",
          (found) => found.map((frame) => [frame.getAttribute("role"), frame.getAttribute("tabindex"), frame.title]),
        );
        const titles = fields.kind === "COMPOSABLE"
          ? ["Kartendaten"]
          : ["Kartennummer", "Month", "Year", "Security code"];
        assertEquals(frames, titles.map((title) => [null, null, title]));
        for (const title of titles) assert(!/frame/i.test(title) && title.length < 30, title);
      });
    });

    it(`one Tab stop per field in both directions, ${fields.kind}`, async () => {
      await inPage(fields, async (page) => {
        await page.evaluate(`for (const [id, place] of [["first", "prepend"], ["last", "append"]]) {
          document.body[place](Object.assign(document.createElement("button"), { id, textContent: id }));
        }`);
        const focused = async () => {
          for (const frame of cardFrames(page)) {
            const type = await frame.evaluate(
              "document.hasFocus() && document.activeElement.closest('.field')?.className.split(' ')[1]",
            );
            if (typeof type === "string") return type;
          }
          return String(await page.evaluate("document.activeElement.id || document.activeElement.tagName"));
        };
        const path = ["first", ...fields.elements.map(({ type }) => String(type)), "last"];
        await page.focus("#first");
        const walked = ["first"];
        for (let step = 1; step < path.length; step++) {
          await page.keyboard.press("Tab");
          walked.push(await focused());
        }
        assertEquals(walked, path);
        await page.keyboard.down("Shift");
        for (let step = path.length - 2; step >= 0; step--) {
          await page.keyboard.press("Tab");
          assertEquals(await focused(), path[step]);
        }
        await page.keyboard.up("Shift");
      });
    });

    it(`nothing moves while a ${fields.kind} container loads, shows errors and is filled`, async () => {
      const before = `
        window.tops = new Set();
        const look = () => {
          const below = document.querySelector("#below");
          if (document.querySelector("#card iframe") && below) tops.add(below.getBoundingClientRect().top);
          requestAnimationFrame(look);
        };
        look();`;
      await inPage({ ...fields, before }, async (page) => {
        await page.evaluate("container.validate().then(() => {})");
        await (await cardFrame(page, ".CVV.invalid")).waitForSelector(".CVV.invalid");
        await fillCard(page);
        await untilDrawn(page);
        assertEquals(await page.evaluate("tops.size"), 1);
      });
    });
  }

  it("a frame with rows of every type has its reserved height", async () => {
    const before = `
      new MutationObserver(() => {
        const frame = document.querySelector("#card iframe");
        if (frame) window.reserved ??= frame.style.height;
      }).observe(document, { childList: true, subtree: true });`;
    await inPage({ ...ALL, before }, async (page) => {
      await untilDrawn(page);
      const height = await page.$eval("#card iframe", (frame) => frame.style.height);
      assertEquals(await page.evaluate("reserved"), height);
    });
  });

  it("radios of a table's column are native, one at a time, and the other two kinds of choices too", async () => {
    const other = { type: "radio", name: "gift", table: "gifts", column: "plan", label: "Gift", value: "g" };
    const layout = [1, 1, 2, 2, 1, 1, 2, 1, 1];
    await inPage({ ...ALL, elements: [...EVERY_TYPE, other], options: { layout } }, async (page) => {
      const frame = await cardFrame(page, ".radio input");
      const [monthly, yearly, gift] = await frame.$$(".radio input");
      await monthly?.click();
      await gift?.click();
      const checked = () => frame.$$eval(".radio input", (all) => all.map((radio) => Reflect.get(radio, "checked")));
      assertEquals(await checked(), [true, false, true]);
      await yearly?.click();
      assertEquals(await checked(), [false, true, true]);
      await frame.click(".checkbox input");
      await frame.select(".dropdown select", "Italy");
      await page.waitForFunction("elements.country.getState().isEmpty === false");
      const states = await fromPage(
        page,
        `Object.fromEntries(Object.values(elements).map((e) => [e.name, e.getState().isEmpty]))`,
      );
      assertEquals([states.monthly, states.yearly, states.terms, states.country], [true, false, false, false]);
      const looks = await stylesOf(frame, ".dropdown select", ["opacity", "appearance", "backgroundSize"]);
      // A real select with an arrow of our own.
      assertEquals(looks, ["1", "none", "12px 6px"]);
      assertEquals(await frame.$$eval("[role=radio], [aria-checked]", (found) => found.length), 0);
    });
  });

  it("the brand is announced once as text, and its image is hidden from screen readers", async () => {
    const before = `
      window.spoken = [];
      addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
        const text = document.querySelector(".spoken")?.textContent ?? "";
        if (text !== "" && spoken.at(-1) !== text) spoken.push(text);
      }).observe(document.body, { childList: true, subtree: true, characterData: true }));`;
    await inPage({ ...CARD, before }, async (page) => {
      const frame = await cardFrame(page, ".CARD_NUMBER input");
      await frame.type(".CARD_NUMBER input", NUMBER);
      assertEquals(await frame.evaluate("spoken.join()"), "Visa");
      assertEquals(await frame.$eval(".icon svg", (icon) => icon.getAttribute("aria-hidden")), "true");
    });
  });

  it("a browser fills the whole card at once: one form, four cc fields, all valid", async () => {
    await inPage({ kind: "COMPOSABLE", elements: WHOLE_CARD, options: { layout: [1, 1, 2] } }, async (page) => {
      const frame = await cardFrame(page, ".CARD_NUMBER input");
      const inputs = await frame.$$eval(
        "form input",
        (found) =>
          found.map(({ autocomplete, name, inputMode, form, spellcheck }) =>
            [autocomplete, name, inputMode, form !== null, spellcheck].join()
          ),
      );
      // A browser's spelling service would read the card.
      assertEquals(inputs, [
        "cc-number,cc-number,numeric,true,false",
        "cc-name,cc-name,,true,false",
        "cc-exp,cc-exp,numeric,true,false",
        "cc-csc,cc-csc,numeric,true,false",
      ]);
      await fillAtOnce(frame, {
        "[autocomplete=cc-number]": "4929-1837-5602-1238",
        "[autocomplete=cc-name]": "Ada Lovelace",
        "[autocomplete=cc-exp]": "2039-01",
        "[autocomplete=cc-csc]": "123",
      });
      await page.waitForFunction("Object.values(elements).every((element) => element.getState().isValid)");
      assertEquals(await valueOf(page, ".EXPIRATION_DATE input"), "01/39");
    });
  });

  it("a name counts while a keyboard composes it", async () => {
    await inPage({ kind: "COMPOSABLE", elements: WHOLE_CARD, options: { layout: [1, 1, 2] } }, async (page) => {
      await typeInto(page, ".CARDHOLDER_NAME input", "A");
      const session = await page.createCDPSession();
      await session.send("Input.imeSetComposition", { text: "da", selectionStart: 2, selectionEnd: 2 });
      await page.waitForFunction("elements.cardholder_name.getState().isValid");
      await session.detach();
    });
  });

  it("every date format of browsers gives the same month and year", async () => {
    const elements = [{ type: "EXPIRATION_DATE" }, { type: "EXPIRATION_MONTH" }, { type: "EXPIRATION_YEAR" }];
    await inPage({ kind: "COMPOSABLE", elements, options: { layout: [3] } }, async (page) => {
      const frame = await cardFrame(page, ".EXPIRATION_DATE input");
      for (
        const [selector, text, wanted] of [
          ...["1/39", "01/39", "1/2039", "01 / 2039", "2039-01", "0139", "01-39"].map((date) =>
            [".EXPIRATION_DATE input", date, "01/39"] as const
          ),
          [".EXPIRATION_MONTH input", "1", "01"],
          [".EXPIRATION_MONTH input", "09", "09"],
          [".EXPIRATION_YEAR input", "2039", "39"],
        ] as const
      ) {
        await fillAtOnce(frame, { [selector]: text });
        await frame.focus(selector);
        await frame.evaluate("document.activeElement.blur()");
        assertEquals(await valueOf(page, selector), wanted, text);
      }
    });
  });

  it("the form works with elements that password managers insert", async () => {
    await inPage(CARD, async (page) => {
      const frame = await cardFrame(page, ".CARD_NUMBER input");
      await frame.evaluate(`(() => {
        for (const input of document.querySelectorAll("input")) {
          const badge = document.createElement("div");
          badge.attachShadow({ mode: "open" }).append(document.createElement("button"));
          input.after(badge);
          input.setAttribute("data-lastpass-icon-root", "");
          input.setAttribute("data-1p-ignore", "false");
        }
        document.body.append(document.createElement("com-1password-menu"));
        const strange = ["", " ", "\\u0000", "x".repeat(5000), "1/2/3/4", "\\ud800", "<b>4</b>", "٤٢٤٢", "-1", "NaN"];
        for (const text of strange) (${FILL})(Object.fromEntries(
          ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"].map((type) => ["." + type + " input", text])));
        const all = { ".CARD_NUMBER input": "${NUMBER}", ".EXPIRATION_MONTH input": "12", ".EXPIRATION_YEAR input": "2039", ".CVV input": "123" };
        (${FILL})(all);
      })()`);
      await page.waitForFunction("Object.values(elements).every((element) => element.getState().isValid)");
      assertMatch(String((await fromPage(page, "container.collect()")).encryptedData), /^[\w-]+(\.[\w-]+){4}$/);
    });
  });

  it("collect submits the frame's form so that the browser offers to save the card, and sends nothing", async () => {
    const before = `
      window.submits = [];
      document.addEventListener("submit", (event) => setTimeout(() => submits.push(event.defaultPrevented)), true);`;
    await inPage({ ...CARD, before }, async (page) => {
      await fillCard(page);
      const frame = await cardFrame(page, ".CARD_NUMBER input");
      // SDK chunks may still load; a real form submission would navigate its frame or post.
      const requests: string[] = [];
      page.on("request", (request) => {
        const isSent = request.method() !== "GET" || (request.isNavigationRequest() && request.frame() === frame);
        if (isSent) requests.push(request.url());
      });
      await page.evaluate("container.collect()");
      await frame.waitForFunction("submits.length === 1");
      assertEquals(await frame.evaluate("submits.join()"), "true");
      assertEquals(requests, []);
      assertEquals((await seenBy(page)).filter(([name]) => name === "SUBMIT").length, 0);
    });
  });

  it("S-EVENT-01, S-EVENT-02: Enter reports SUBMIT, Escape ESCAPE, a click CLICK, a corrected field SUCCESS", async () => {
    await inPage(CARD, async (page) => {
      const frame = await cardFrame(page, ".CVV input");
      await frame.type(".CVV input", "1");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      await frame.click(".EXPIRATION_MONTH input");
      await frame.type(".CVV input", "23");
      await page.waitForFunction("seen.some(([name]) => name === 'SUCCESS')");
      const reported = (await seenBy(page)).map(([name, element]) => `${name} ${element}`);
      for (
        const event of [
          "SUBMIT security_code",
          "ESCAPE security_code",
          "CLICK expiry_month",
          "ERROR security_code",
          "SUCCESS security_code",
        ]
      ) {
        assert(reported.includes(event), `${event} is not among ${[...new Set(reported)].join()}`);
      }
    });
  });

  it("right to left: the form follows the page, digits stay left to right, the brand icon is at the end", async () => {
    await inPage({ ...CARD, root: { dir: "rtl", lang: "ar" } }, async (page) => {
      const frame = await cardFrame(page, ".CARD_NUMBER input");
      assertEquals(await frame.evaluate("[document.forms[0].dir, document.documentElement.lang].join()"), "rtl,ar");
      await frame.type(".CARD_NUMBER input", NUMBER);
      const found = await frame.evaluate(`(() => {
        const input = document.querySelector(".CARD_NUMBER input");
        const box = input.getBoundingClientRect();
        const icon = document.querySelector(".CARD_NUMBER svg").getBoundingClientRect();
        return [input.dir, getComputedStyle(input).textAlign, icon.right < box.left + box.width / 2];
      })()`);
      assertEquals(found, ["ltr", "right", true]);
    });
  });

  it("forced colours: focus and errors are visible without our colours", async () => {
    await inPage(CARD, async (page) => {
      const session = await emulate(page, "forced-colors", "active");
      const frame = await cardFrame(page, ".CVV input");
      assertEquals(await frame.evaluate("matchMedia('(forced-colors: active)').matches"), true);
      await frame.type(".CVV input", "1");
      await frame.focus(".CARD_NUMBER input");
      const widths = [
        ...await stylesOf(frame, ".EXPIRATION_YEAR .control", ["borderTopWidth"]),
        ...await stylesOf(frame, ".CVV .control", ["borderTopWidth"]),
      ];
      assertEquals(widths, ["1px", "2px"]);
      const outline = await stylesOf(frame, ".CARD_NUMBER .control", ["outlineStyle", "outlineWidth"]);
      assertEquals(outline, ["solid", "3px"]);
      await session.detach();
    });
  });

  it("reduced motion: a page's transitions do not run", async () => {
    const elements = [{ type: "CVV", styles: { base: { transition: "color 5s" } } }];
    await inPage({ kind: "COLLECT", elements }, async (page) => {
      const frame = await cardFrame(page, ".CVV input");
      const duration = () => frame.evaluate("getComputedStyle(document.querySelector('input')).transitionDuration");
      for (const [motion, lasts] of [["no-preference", "5s"], ["reduce", "0s"]] as const) {
        const session = await emulate(page, "prefers-reduced-motion", motion);
        assertEquals(await duration(), lasts);
        await session.detach();
      }
    });
  });

  for (const [what, width, deviceScaleFactor] of [["200 % zoom", 640, 2], ["400 % zoom", 320, 4]] as const) {
    it(`at ${what} nothing is cut off, overlaps or scrolls sideways`, async () => {
      await inPage({ ...ALL, viewport: { width, height: 800, deviceScaleFactor } }, async (page) => {
        const frame = await cardFrame(page, ".CVV input");
        await page.evaluate("container.validate().then(() => {})");
        await frame.waitForSelector(".CVV.invalid");
        assertEquals(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
        const cut = await frame.evaluate(`(() => {
          const all = [...document.querySelectorAll(".control, .error, label")];
          return all.filter((element) => {
            const { left, right, bottom } = element.getBoundingClientRect();
            const isLabelCut = element.localName === "label" && element.scrollWidth > element.clientWidth;
            return left < 0 || right > innerWidth || bottom > innerHeight || isLabelCut;
          }).map(({ outerHTML }) => outerHTML);
        })()`);
        assertEquals(cut, []);
      });
    });
  }

  it("new styles are painted at once, within 50 ms on an idle machine, and styles set before READY apply from the start", async () => {
    await inPage({ ...CARD, awaitReady: false }, async (page) => {
      await page.evaluate("elements.security_code.update({ styles: { base: { color: 'rgb(9, 8, 7)' } } })");
      const frame = await cardFrame(page, ".CVV input");
      const color = () => frame.evaluate("getComputedStyle(document.querySelector('.CVV input')).color");
      assertEquals(await color(), "rgb(9, 8, 7)");
      const paintIn = async (wanted: string) => {
        await frame.evaluate(`window.painted = new Promise((done) => {
          const look = () => getComputedStyle(document.querySelector(".CVV input")).color === "${wanted}"
            ? done(performance.timeOrigin + performance.now()) : requestAnimationFrame(look);
          look();
        }); undefined`);
        const reported = Number(
          await page.evaluate(`(() => {
            const now = performance.timeOrigin + performance.now();
            elements.security_code.update({ styles: { base: { color: "${wanted}" } } });
            return now;
          })()`),
        );
        return Number(await frame.evaluate("painted")) - reported;
      };
      // A screenshot takes 17 ms. A loaded machine sometimes needs several, but not each time.
      let fastestMs = Infinity;
      for (let times = 1; times <= 200 && fastestMs >= 50; times++) {
        fastestMs = Math.min(fastestMs, await paintIn(`rgb(1, 2, ${times})`));
      }
      assert(fastestMs < 50, `${fastestMs} ms`);
    });
  });

  it("fields work in a page framed by another site, and in a shadow root there", async () => {
    // Without a policy of its own: the SDK's policy does not list the merchant as a frame.
    const around = openMerchantPage(fixture.app);
    const page = await fixture.browser.newPage();
    try {
      await page.evaluateOnNewDocument(SETUP);
      await page.goto(around.origin);
      await page.evaluate(`document.body.append(Object.assign(document.createElement("iframe"),
        { src: ${JSON.stringify(fixture.merchant.origin)}, width: 400, height: 400 }))`);
      const inner = await page.waitForFrame((frame) => frame.url().startsWith(fixture.merchant.origin));
      await inner.waitForSelector("#card");
      await fixture.openIn(inner, { kind: "COLLECT", elements: CARD_ELEMENTS, shadow: 0 });
      await untilReady(inner, CARD_ELEMENTS.length);
      await fillCard(page);
      assertMatch(String((await fromPage(inner, "container.collect()")).encryptedData), /^[\w-]+(\.[\w-]+){4}$/);
    } finally {
      await page.close();
      await around.close();
    }
  });

  it("S-ERR-31: collect of an incomplete card shows every error, seals nothing and gives its code", async () => {
    await inPage(CARD, async (page) => {
      await typeInto(page, ".CARD_NUMBER input", NUMBER);
      const code = await page.evaluate("container.collect().then(() => '', ({ code }) => code)");
      assertEquals(code, "payrails:card_form:complete_and_valid_inputs_required");
      const frame = await cardFrame(page, ".CARD_NUMBER input");
      assertEquals(await frame.$$eval(".invalid", (found) => found.map(({ classList }) => classList[1])), [
        ...["EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"],
      ]);
      const checked = await fromPage(page, "container.validate()");
      const { fieldErrors, ...rest } = Object(checked);
      assertEquals(rest, { isValid: false, invalid: ["expiry_month", "expiry_year", "security_code"] });
      assertEquals(Object.keys(fieldErrors), ["expiry", "cvv"]);
    });
  });

  it("both kinds seal and save under default-src 'none' with Trusted Types on, and the frames keep to their own policy", async () => {
    const before = `
      window.broken = [];
      addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => broken.push(effectiveDirective + " " + blockedURI));`;
    for (const fields of KINDS) {
      await fixture.inPage({ ...fields, before, client: { holderReference: "holder-1" } }, async (page) => {
        await fillCard(page);
        const saved = await fromPage(page, "container.tokenize({ storeInstrument: true })");
        assertEquals(saved.status, "enabled");
        for (const place of [page, ...cardFrames(page)]) assertEquals(await place.evaluate("broken.join()"), "");
      });
    }
  });
});
