/** Checks that need a session: whether the page may reach its addresses, frame and wallet scripts. */
import { send } from "../api/http.ts";
import { setupOf } from "../card_form/setup/setup.ts";
import { CardFrame } from "../frames/card_frame.ts";
import { formUrl } from "../frames/form_url.ts";
import { Language } from "../locales/language.ts";
import { loadScript } from "../methods/load_script.ts";
import { scriptOf } from "../methods/wallet.ts";
import { type LinkRules, readUrl } from "../session/links.ts";
import type { Configuration } from "../session/read_config.ts";
import { parseFromForm } from "../wire/from_frame/form.ts";
import { blockedBy, type Finding, within } from "./findings.ts";

const WALLETS = ["googlePay", "applePay", "payPal", "lean"] as const;

export async function checkSession(config: Configuration, rules: LinkRules): Promise<readonly Finding[]> {
  const violations = new Map<string, Finding>();
  // A live session names no scripts: the vendors' own load.
  const simulatedAt = (url: string) =>
    config.methods.find(({ config }) => typeof config?.scriptUrl === "string" && url.startsWith(config.scriptUrl))
      ?.paymentMethodCode;
  const note = ({ disposition, blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    // A policy that only reports blocks nothing.
    if (disposition === "report" || readUrl(blockedURI) === undefined) return;
    const finding = blockedBy(effectiveDirective, blockedURI, simulatedAt(blockedURI));
    violations.set(finding.fix, finding);
  };
  document.addEventListener("securitypolicyviolation", note);
  try {
    const found = await Promise.all([
      checkNetwork(config),
      checkFrame(config),
      ...WALLETS.map((code) => checkScript(code, config, rules)),
    ]);
    // Requests that the policy blocked fail for that reason only.
    const others = found.filter((finding) => finding !== undefined)
      .filter(({ cause }) => ![...violations.values()].some(({ fix }) => sameOrigin(cause, fix)));
    return [...violations.values(), ...others];
  } finally {
    document.removeEventListener("securitypolicyviolation", note);
  }
}

const ORIGIN = /https?:\/\/[^/\s]+/;

function sameOrigin(one: string, other: string): boolean {
  return ORIGIN.exec(one)?.[0] === ORIGIN.exec(other)?.[0];
}

/** Asks for the execution, as polls do. A refusal is an answer, too. */
async function checkNetwork({ execution, token }: Configuration): Promise<Finding | undefined> {
  const url = execution?.links?.self;
  if (url === undefined) return undefined;
  const answer = await within(send({ method: "GET", url, token }), undefined);
  if (answer !== undefined && answer.type !== "unanswered") return undefined;
  const { origin } = new URL(url);
  return {
    check: "network",
    cause: `The payments service at ${origin} cannot be reached from this device.`,
    fix: "Turn off blockers for the page, and look whether a proxy or firewall refuses the address.",
  };
}

/** Opens a hidden frame of the card form and waits until it is ready. */
async function checkFrame({ vault }: Configuration): Promise<Finding | undefined> {
  if (vault === undefined) return undefined;
  const url = formUrl(vault);
  const language = new Language(undefined);
  const host = document.createElement("div");
  host.hidden = true;
  document.body.append(host);
  let frame: CardFrame | undefined;
  try {
    const opened = new Promise<boolean>((done) => {
      frame = new CardFrame(host, {
        url,
        title: "",
        name: "diagnosis",
        heightPx: 0,
        isHidden: true,
        setup: () => ({
          type: "configure",
          setup: setupOf({}, { rows: [["CARD_NUMBER"]], language, scheme: "light", root: undefined }),
        }),
        parse: parseFromForm,
        receive: ({ type }) => type === "ready" && done(true),
        fail: () => done(false),
      });
    });
    if (await within(opened, false)) return undefined;
  } finally {
    frame?.close();
    host.remove();
  }
  return {
    check: "frame",
    cause: `The card frame at ${new URL(url).origin} does not answer on this page.`,
    fix: `Look in the console for a refused frame, and have the provider allow ${location.origin} for your vault.`,
  };
}

async function checkScript(
  code: (typeof WALLETS)[number],
  { methods }: Configuration,
  rules: LinkRules,
): Promise<Finding | undefined> {
  const option = methods.find(({ paymentMethodCode }) => paymentMethodCode === code);
  if (option === undefined) return undefined;
  const url = new URL(scriptOf(code, { initOptions: {}, rules }, option));
  const { clientId } = option.config ?? {};
  // PayPal's own address answers only for a client.
  if (code === "payPal") url.searchParams.set("client-id", String(clientId));
  const loading = loadScript(url.href, {
    signal: new AbortController().signal,
    // Apart from what PayPal's button loads.
    attributes: { "data-namespace": "payrailsDiagnosis" },
  });
  if (await within(loading.then(() => true, () => false), false)) return undefined;
  return {
    check: "script",
    cause: `The wallet's script ${url.origin}${url.pathname} does not load.`,
    fix: "Turn off blockers for the page, and look whether a proxy or firewall refuses the address.",
  };
}
