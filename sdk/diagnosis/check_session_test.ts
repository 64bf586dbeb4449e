/** Reasons why the checkout of a session fails on a page: no answer from the service, and scripts that do not load. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { install } from "@sinonjs/fake-timers";
import { openSmallPage, type SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import type { Configuration } from "../session/read_config.ts";
import { checkSession } from "./check_session.ts";
import { diagnose } from "./diagnose.ts";

const SELF = "https://api.test/executions/e1";
const RULES = { pageOrigin: "https://shop.test", hosts: ["api.test"] };
const PAYPAL = "https://www.paypal.com/sdk/js";
const LEAN = "https://cdn.leantech.me/link/loader/prod/ae/latest/lean-link-loader.min.js";
const GOOGLE = "https://pay.google.com/gp/p/js/pay.js";

describe("checks of a session", () => {
  let page: SmallPage;
  let asked: string[];
  let scripts: string[];
  let isBlocked: boolean;
  /** Neither loads nor fails. */
  let isStuck: boolean;
  /** What the page's policy says when a script is added. */
  let onScript: () => void;
  const { fetch } = globalThis;
  beforeEach(() => {
    [asked, scripts, isBlocked, isStuck, onScript] = [[], [], false, false, () => {}];
    page = openSmallPage({
      origin: RULES.pageOrigin,
      script: (element: SmallElement) => {
        scripts.push(String(Reflect.get(element, "src")));
        onScript();
        if (isBlocked) element.fire("error");
        if (isStuck) Object.assign(element, { fire: () => {} });
      },
    });
    globalThis.fetch = (url) => {
      asked.push(String(url));
      return Promise.resolve(new Response("{}", { status: 401 }));
    };
  });
  afterEach(() => {
    page.close();
    globalThis.fetch = fetch;
  });

  it("say nothing when the service answers, even with a refusal, and load no script of a wallet it does not name", async () => {
    assertEquals(await checkSession(sessionOf([]), RULES), []);
    assertEquals([asked, scripts], [[SELF], []]);
  });

  it("name a wallet's script that does not load, and only that of a wallet of the session", async () => {
    isBlocked = true;
    const findings = await checkSession(sessionOf(["card", "googlePay"]), RULES);
    assertEquals(scripts, [GOOGLE]);
    assertEquals(findings, [{
      check: "script",
      cause: `The wallet's script ${GOOGLE} does not load.`,
      fix: "Turn off blockers for the page, and look whether a proxy or firewall refuses the address.",
    }]);
  });

  it("say nothing about a script that loads", async () => {
    assertEquals(await checkSession(sessionOf(["googlePay"]), RULES), []);
    assertEquals(scripts, [GOOGLE]);
  });

  it("name a service that cannot be reached", async () => {
    globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    assertEquals(await checkSession(sessionOf([]), RULES), [{
      check: "network",
      cause: "The payments service at https://api.test cannot be reached from this device.",
      fix: "Turn off blockers for the page, and look whether a proxy or firewall refuses the address.",
    }]);
  });

  it("load the scripts of PayPal and Lean, too: PayPal's for the client of the session", async () => {
    isBlocked = true;
    const paypal = { ...methodOf("payPal"), config: { clientId: "c" } };
    const session = asSession({ ...sessionOf([]), methods: [paypal, methodOf("lean")] });
    const findings = await checkSession(session, RULES);
    assertEquals(scripts.map((url) => url.replace(/\?.*/, "")), [PAYPAL, LEAN]);
    assertEquals(new URL(scripts[0] ?? "").searchParams.get("client-id"), "c");
    assertEquals(
      findings.map(({ cause }) => cause),
      [PAYPAL, LEAN].map((url) => `The wallet's script ${url} does not load.`),
    );
  });

  it("end after 10 seconds when nothing answers, and name what did not", async () => {
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      isStuck = true;
      Object.assign(document, { querySelector: () => null, querySelectorAll: () => [] });
      globalThis.fetch = () => new Promise(() => {});
      const stuck = asSession({ ...sessionOf([]), methods: [methodOf("googlePay", "https://api.test/stuck.js")] });
      const checking = diagnose(stuck, RULES);
      await clock.tickAsync(10_000);
      const isAboutSession = (check: string) => ["network", "script", "clock"].includes(check);
      assertEquals((await checking).map(({ check }) => check).filter(isAboutSession), ["network", "script"]);
    } finally {
      clock.uninstall();
    }
  });

  it("say nothing of a policy that only reports", async () => {
    const at = "https://api.test/google.js";
    onScript = () =>
      (document as unknown as SmallElement).fire("securitypolicyviolation", {
        disposition: "report",
        effectiveDirective: "script-src-elem",
        blockedURI: at,
      });
    const session = asSession({ ...sessionOf([]), methods: [methodOf("googlePay", at)] });
    assertEquals([await checkSession(session, RULES), scripts], [[], [at]]);
  });

  it("report the page's policy as the only reason for what it broke", async () => {
    const at = "https://blocked.api.test/pay.js";
    isBlocked = true;
    onScript = () =>
      (document as unknown as SmallElement).fire("securitypolicyviolation", {
        disposition: "enforce",
        effectiveDirective: "script-src-elem",
        blockedURI: at,
      });
    const session = asSession({ ...sessionOf([]), methods: [methodOf("googlePay", at)] });
    assertEquals(await checkSession(session, { ...RULES, hosts: ["blocked.api.test"] }), [{
      check: "csp",
      cause: `The content security policy of the page blocks ${at}.`,
      fix: "Add https://blocked.api.test to script-src of the policy: this test server simulates googlePay there.",
    }]);
  });
});

function methodOf(paymentMethodCode: string, scriptUrl?: string) {
  const config = scriptUrl === undefined ? {} : { config: { scriptUrl } };
  return { paymentMethodCode, integrationType: "api", paymentInstruments: [], ...config };
}

function sessionOf(codes: readonly string[]): Configuration {
  return asSession({
    token: "t",
    execution: { links: { self: SELF } },
    methods: codes.map((code) => methodOf(code)),
  });
}

/** What the checks read of a session without a card frame. */
function asSession(session: object): Configuration {
  return session as Configuration;
}
