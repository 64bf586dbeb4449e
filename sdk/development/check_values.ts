/** Mistakes in values whose types are right: languages, addresses, amounts and the answer given to `init`. */
import { LANGUAGES } from "../locales/languages.ts";
import { LOG_LEVELS } from "../wire/log/levels.ts";
import { advise, shown } from "./advise.ts";
import { urlOf } from "./url_of.ts";

const ENGLISH = "en";
const AMOUNT = /^\d+(\.\d+)?$/;
const CURRENCY = /^[A-Z]{3}$/;
const HOST = /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?$/i;

/** The init response, all of which `init` refuses with the same sentence. */
export function checkAnswer(answer: unknown): void {
  if (typeof answer === "string") advise("init_text");
  else if (isObject(answer) && typeof answer.then === "function") advise("init_promise");
  else if (typeof Response === "function" && answer instanceof Response) advise("init_response");
  else if (!isObject(answer) || typeof answer.data !== "string") advise("init_without_data");
}

export function checkInit(options: Readonly<Record<string, unknown>>): void {
  const { locale, returnInfo, redirectHosts, telemetry } = options;
  const language = String(locale ?? ENGLISH).split(/[-_]/)[0]?.toLowerCase() ?? "";
  const languages = [...LANGUAGES, ENGLISH].sort();
  if (!languages.includes(language)) {
    advise("unknown_locale", { value: shown(locale), languages: languages.join(", ") });
  }
  const level = isObject(telemetry) ? telemetry.logLevel : undefined;
  if (level !== undefined && !LOG_LEVELS.some((known) => known === String(level).toUpperCase())) {
    advise("unknown_log_level", { value: shown(level) });
  }
  for (const host of Array.isArray(redirectHosts) ? redirectHosts : []) {
    if (!HOST.test(String(host))) advise("redirect_host", { value: shown(host) });
  }
  checkReturnInfo(returnInfo);
}

/** Of the client or of an element. */
export function checkReturnInfo(returnInfo: unknown): void {
  for (const [name, address] of Object.entries(isObject(returnInfo) ? returnInfo : {})) {
    if (typeof address !== "string" || urlOf(address) !== undefined) continue;
    advise("relative_address", { name, value: shown(address) });
  }
}

export function checkUpdate({ value, currency }: Readonly<Record<string, unknown>>): void {
  if ((value === undefined) !== (currency === undefined)) advise("half_amount");
  if (value !== undefined && !AMOUNT.test(String(value))) advise("wrong_amount", { value: shown(value) });
  if (currency !== undefined && !CURRENCY.test(String(currency))) advise("wrong_currency", { value: shown(currency) });
}

export function checkGooglePay(
  options: Readonly<Record<string, unknown>>,
  init: Readonly<Record<string, unknown>>,
): void {
  const environment = options.environment ?? init.environment ?? "PRODUCTION";
  const merchant = isObject(options.merchantInfo) ? options.merchantInfo.merchantId : undefined;
  if (environment === "PRODUCTION" && !merchant) advise("no_merchant_id");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
