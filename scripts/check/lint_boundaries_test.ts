/** Each lint rule refuses what it is meant to refuse. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import plugin, { folderRefusal, productCircles, sourcelessRefusals } from "./lint_boundaries.ts";
import { AREAS } from "./rooms.ts";
import { circlesIn, readImportGraph } from "./import_graph.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const lint = (file: string, code: string) =>
  Deno.lint.runPlugin(plugin, ROOT + file, code).map(({ message }) => message);

describe("boundaries", () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ["sdk/wire/frames.ts", 'import { x } from "../card/luhn.ts";', "sdk/wire must not import sdk/card/luhn.ts"],
    ["sdk/card/luhn.ts", 'import { x } from "../payment/pay.ts";', "sdk/card must not import sdk/payment/pay.ts"],
    ["sdk/payment/pay.ts", 'import * as z from "zod/mini";', "sdk must not import the package zod/mini"],
    [
      "sdk/payment/pay.ts",
      'import { x } from "../../server/wire/billing/plans.ts";',
      "sdk must not import server/wire/billing/plans.ts",
    ],
    ["iframe/main.ts", 'import { x } from "../sdk/payment/pay.ts";', "iframe must not import sdk/payment/pay.ts"],
    [
      "server/wire/billing/plans.ts",
      'import { x } from "../../config/config.ts";',
      "server/wire must not import server/config/config.ts",
    ],
    ["server/wire/billing/plans.ts", 'import { z } from "zod";', "server/wire must not import the package zod"],
    ["server/app.ts", 'export { x } from "../client/main.tsx";', "server must not import client/main.tsx"],
    ["client/app/routes.tsx", 'const x = import("../../sdk/mod.ts");', "client must not import sdk/mod.ts"],
    [
      "client/app/routes.tsx",
      'import { x } from "../gallery/controls.tsx";',
      "client/app must not import client/gallery",
    ],
    [
      "client/pages/funnel/MainPage.tsx",
      'import { x } from "../../console/ui/Chip.tsx";',
      "client/pages must not import client/console",
    ],
    [
      "client/features/quiz/a.ts",
      'import { x } from "../offers/b.ts";',
      "client/features/quiz must not import client/features/offers",
    ],
    [
      "server/embedded/members/a.ts",
      'import { x } from "../payments/b.ts";',
      "server/embedded/members must not import server/embedded/payments",
    ],
    ["server/platform/log.ts", 'import type { Db } from "../db/open.ts";', "server/platform must not import server/db"],
    ["server/http/guard.ts", 'import { x } from "../routes/health.ts";', "server/http must not import server/routes"],
    [
      "server/embedded/payments/db/ids.ts",
      'import { x } from "../api/client_routes.ts";',
      "payments/db must not import",
    ],
    [
      "server/embedded/payments/fraud/new_room/a.ts",
      'import { x } from "../../operations/operations.ts";',
      "payments/fraud must not import",
    ],
    [
      "server/embedded/payments/loyalty/a.ts",
      'import { x } from "../db/ids.ts";',
      "has no row in scripts/check/rooms.ts",
    ],
    [
      "server/context.ts",
      'import { x } from "./embedded/payments/db/ids.ts";',
      "is inside of server/embedded/payments/",
    ],
    ["sdk/payment/pay.ts", 'import { x } from "../dropin/dropin.ts";', "sdk/payment must not import sdk/dropin"],
    ["sdk/core/wait.ts", 'import { x } from "../mod.ts";', "sdk/core must not import sdk/mod.ts"],
    [
      "client/lib/storage/storage.ts",
      'import { x } from "../../pages/legal/TermsPage.tsx";',
      "client/lib must not import",
    ],
    ["sdk/card_form/card_form_state.ts", 'import { x } from "./card_form_view.ts";', "A state imports no view"],
    ["sdk/payment/pay_state.ts", 'import { x } from "../api/http.ts";', "A state imports no view"],
  ];
  for (const [file, code, message] of refused) {
    it(`${file} may not: ${code}`, () => assertStringIncludes(lint(file, code).join(), message));
  }

  const allowed: readonly (readonly [string, string])[] = [
    ["sdk/card/luhn.ts", 'import { x } from "../wire/frames.ts";'],
    ["iframe/main.ts", 'import { x } from "../sdk/card/luhn.ts";'],
    ["server/embedded/payments/a.ts", 'import { x } from "../../../sdk/card/luhn.ts";'],
    ["client/lib/checkout_sdk.ts", 'import { Payrails } from "../../sdk/mod.ts";'],
    ["client/gallery/sdk_elements.ts", 'import type { Payrails } from "../../sdk/mod.ts";'],
    ["client/gallery/console.tsx", 'import { Chip } from "../console/ui/Chip.tsx";'],
    ["client/pages/funnel/MainPage.tsx", 'import { x } from "../../features/quiz/Quiz.tsx";'],
    ["sdk/payment/pay_test.ts", 'import { x } from "../../tests/support/x.ts";'],
    ["tests/flows/purchase.ts", 'import { x } from "../../server/app.ts";'],
  ];
  for (const [file, code] of allowed) it(`${file} may: ${code}`, () => assertEquals(lint(file, code), []));
});

describe("rooms", () => {
  it("have tables without a cycle", () => {
    for (const [area, rooms] of Object.entries(AREAS)) {
      const arrows = new Map(
        Object.entries(rooms).map(([room, may]) => [room, may.split(" ").filter((to) => to !== "")]),
      );
      assertEquals(circlesIn(arrows), [], area);
    }
  });
  it("all exist as folders", () => {
    for (const [area, rooms] of Object.entries(AREAS)) {
      const there = new Set([...Deno.readDirSync(ROOT + area)].map(({ name }) => name));
      assertEquals(Object.keys(rooms).filter((room) => !there.has(room)), [], area);
    }
  });
  it("a file that imports itself through others is in a cycle with them, including through types and re-exports", () => {
    const arrows = new Map([["a", ["b"]], ["b", ["c", "d"]], ["c", ["a"]], ["d", []], ["e", ["e"]]]);
    assertEquals(circlesIn(arrows).map((circle) => circle.toSorted()), [["a", "b", "c"], ["e"]]);
  });
  it("imports are found over several lines, as types and as re-exports", async () => {
    const root = await Deno.makeTempDir();
    await Deno.mkdir(`${root}/sdk`);
    const write = (file: string, text: string) => Deno.writeTextFile(`${root}/sdk/${file}`, text);
    await write("a.ts", 'import {\n  type B,\n} from "./b.ts";\nexport const x = () => import("./later.ts");\n');
    await write("b.ts", 'export type { A } from "./a.ts";\nimport "../c.ts";\nnew Worker("./work.ts");\n');
    const files = ["sdk/a.ts", "sdk/b.ts"];
    const imports = readImportGraph(root, files, { onlyStatic: true });
    assertEquals([...imports], [["sdk/a.ts", ["sdk/b.ts"]], ["sdk/b.ts", ["sdk/a.ts", "c.ts"]]]);
    const all = [["sdk/b.ts", "sdk/later.ts"], ["sdk/a.ts", "c.ts", "sdk/work.ts"]];
    assertEquals([...readImportGraph(root, files).values()], all, "lazy imports and workers as well");
    assertEquals(circlesIn(imports).map((circle) => circle.toSorted()), [["sdk/a.ts", "sdk/b.ts"]]);
    await Deno.remove(root, { recursive: true });
  });
  it("the product has no import cycle", () => assertEquals(productCircles(), []));
  it("a folder has at most fifteen files, reported once at its first file", () => {
    const names = Array.from({ length: 16 }, (_, at) => `file_${at + 10}.ts`);
    assertStringIncludes(folderRefusal("sdk/new/file_10.ts", names) ?? "", "sdk/new holds 16 files, more than 15");
    assertEquals(folderRefusal("sdk/new/file_11.ts", names), undefined);
    assertEquals(folderRefusal("sdk/new/file_10.ts", names.slice(1)), undefined);
    assertEquals(folderRefusal("sdk/locales/file_10.ts", names), undefined);
  });
  it("a folder without sources has at most fifteen files, too, and lint reports it with the rules", async () => {
    const root = await Deno.makeTempDir();
    const write = async (folder: string, ending: string, count: number) => {
      await Deno.mkdir(`${root}/${folder}`, { recursive: true });
      for (let at = 0; at < count; at++) await Deno.writeTextFile(`${root}/${folder}/file_${at}.${ending}`, "");
    };
    const refused = () => sourcelessRefusals(root).map((text) => text.split(":")[0]);
    await write("docs/guides", "md", 15);
    await write("client/styles", "css", 15);
    await write("client/ui", "ts", 16);
    await write("tests/approved/emails", "txt", 16);
    await write("tests/support/screens/outlines", "txt", 16);
    await write("dist", "js", 16);
    assertEquals(refused(), []);
    await write("docs/guides", "md", 16);
    await write("client/styles", "css", 16);
    assertEquals(refused(), [
      "client/styles holds 16 files, more than 15",
      "docs/guides holds 16 files, more than 15",
    ]);
    await Deno.remove(root, { recursive: true });
    assertEquals(sourcelessRefusals(ROOT), []);
  });
});

describe("parsers", () => {
  const cases = [
    ["return text as Name;", ["parseName checks nothing"]],
    ["return text as unknown as Name;", ["parseName checks nothing"]],
    ["return JSON.parse(text) as Name;", []],
    ['if (text === "") return undefined; return text as Name;', []],
    ["return NAMES.get(text);", []],
  ] as const;
  for (const [body, messages] of cases) {
    it(`a function that parses checks: ${body}`, () =>
      assertEquals(lint("sdk/api/x.ts", `function parseName(text: string) { ${body} }`), [...messages]));
  }
  it("a cast has its own name", () =>
    assertEquals(lint("sdk/api/x.ts", "function asName(text: string) { return text as Name; }"), []));
});

describe("environment and signals", () => {
  it("only main.ts passes the environment on", () => {
    assertEquals(lint("server/http/x.ts", 'Deno.env.get("A");').length, 1);
    assertEquals(lint("server/main.ts", "readConfig(Deno.env.toObject());"), []);
  });
  const spoken = [
    ["<p>Hello there</p>", 1],
    ['<p>{t("Hello there")}</p>', 0],
    ['<p>{"Hello there"}</p>', 1],
    ["<p>{`${count} checks`}</p>", 1],
    ["<p>{`${count} / ${sum}`}</p>", 0],
    ['<p>{isOpen ? "Open" : t("Shut")}</p>', 1],
    ['<p>{isOpen && "Open"}</p>', 1],
    ['<Button busy={isBusy ? "Saving" : undefined}>{t("Save")}</Button>', 1],
    ['<p className={isOpen ? "open" : "shut"}>{names[at]}</p>', 0],
    ['<img alt="A cat" src="cat.svg" />', 1],
    ['<Notice kind="error" title="It failed" />', 1],
    ['<Notice kind="error" title={t("It failed")} />', 0],
    ['<span className="wide">·</span>', 0],
    ["<b>TrustCheck</b>", 0],
  ] as const;
  for (const [jsx, count] of spoken) {
    it(`text that people see goes through t(): ${jsx} has ${count} complaints`, () =>
      assertEquals(lint("client/ui/C.tsx", `export const C = () => ${jsx};`).length, count));
  }
  it("a component that reads a signal calls useSignals", () => {
    const reading = 'import { count } from "./count_signal.ts"; export function C() { return <b>{count.value}</b>; }';
    assertEquals(lint("client/features/x/C.tsx", reading).length, 1);
    assertEquals(lint("client/features/x/C.tsx", reading.replace("return", "useSignals(); return")), []);
  });
});
