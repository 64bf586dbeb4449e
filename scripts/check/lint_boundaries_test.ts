/** The house's lint rules, each seen to refuse what it is for. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import plugin from "./lint_boundaries.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const lint = (file: string, code: string) =>
  Deno.lint.runPlugin(plugin, ROOT + file, code).map(({ message }) => message);

describe("boundaries", () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ["sdk/wire/frames.ts", 'import { x } from "../card/luhn.ts";', "sdk/wire must not import sdk/card/luhn.ts"],
    ["sdk/card/luhn.ts", 'import { x } from "../pay/pay.ts";', "sdk/card must not import sdk/payment/pay.ts"],
    ["sdk/payment/pay.ts", 'import * as z from "zod/mini";', "sdk must not import the package zod/mini"],
    [
      "sdk/payment/pay.ts",
      'import { x } from "../../server/wire/billing/plans.ts";',
      "sdk must not import server/wire/billing/plans.ts",
    ],
    ["iframe/main.ts", 'import { x } from "../../sdk/payment/pay.ts";', "iframe must not import sdk/payment/pay.ts"],
    [
      "server/wire/billing/plans.ts",
      'import { x } from "../config/config.ts";',
      "server/wire must not import server/config/config.ts",
    ],
    ["server/wire/billing/plans.ts", 'import { z } from "zod";', "server/wire must not import the package zod"],
    ["server/app.ts", 'export { x } from "../../client/main.tsx";', "server must not import client/main.tsx"],
    ["client/app/routes.tsx", 'const x = import("../../sdk/mod.ts");', "client must not import sdk/mod.ts"],
    ["client/features/quiz/a.ts", 'import { x } from "../offers/b.ts";', "pages compose features"],
    ["server/embedded/members/a.ts", 'import { x } from "../payments/b.ts";', "services speak over their wire"],
    ["sdk/card_form/card_form_state.ts", 'import { x } from "./card_form_view.ts";', "A state imports no view"],
    ["sdk/pay/pay_state.ts", 'import { x } from "../api/http.ts";', "A state imports no view"],
  ];
  for (const [file, code, message] of refused) {
    it(`${file} may not: ${code}`, () => assertStringIncludes(lint(file, code).join(), message));
  }

  const allowed: readonly (readonly [string, string])[] = [
    ["sdk/card/luhn.ts", 'import { x } from "../wire/frames.ts";'],
    ["iframe/main.ts", 'import { x } from "../../sdk/card/luhn.ts";'],
    ["server/embedded/payments/a.ts", 'import { x } from "../../sdk/card/luhn.ts";'],
    ["client/lib/checkout_sdk.ts", 'import { Payrails } from "../../sdk/mod.ts";'],
    ["client/pages/funnel/MainPage.tsx", 'import { x } from "../../features/quiz/Quiz.tsx";'],
    ["sdk/payment/pay_test.ts", 'import { x } from "../../tests/support/x.ts";'],
    ["tests/flows/purchase.ts", 'import { x } from "../../server/app.ts";'],
  ];
  for (const [file, code] of allowed) it(`${file} may: ${code}`, () => assertEquals(lint(file, code), []));
});

describe("environment and signals", () => {
  it("only main.ts hands the environment on", () => {
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
