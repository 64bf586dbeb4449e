/**
 * The members and banks of a simulated year. Every random draw depends only on seed, member, month and question, so
 * that all policies face the same world. The figures are assumptions for a comparison, not measurements; each is stated
 * here once.
 */
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Share of renewals that a bank declines at first, by the result of the wire. Their sum is 12 %. */
export const DECLINED: readonly (readonly [result: string, share: number])[] = [
  ["InsufficientBalance", 0.05],
  ["GenericRejection", 0.025],
  ["ProviderTimeout", 0.008],
  ["LimitExceeded", 0.007],
  ["ExpiredInstrument", 0.012],
  ["PayerAuthenticationRequired", 0.006],
  ["BlockedInstrument", 0.006],
  ["InvalidInstrument", 0.004],
  ["FraudRisk", 0.002],
];

/** Chance that a later attempt is approved, apart from what the functions below say. */
const PAY_DAY_FUNDS = 0.45;
const OTHER_DAY_FUNDS = 0.08;
const UNKNOWN_APPROVED = 0.25;
const LIMIT_RENEWED = 0.5;
const AUTHENTICATION_WAIVED = 0.03;
/** Issuers occasionally approve what they had declined for good. */
const DECLINED_FOR_GOOD_APPROVED = 0.06;
/** A bank that is down is back after this time on average. */
const OUTAGE_MS = 5 * HOUR_MS;
/** The account updater reports the new expiry within two days, or never. */
const UPDATER_KNOWS = 0.6;
const UPDATER_WITHIN_MS = 2 * DAY_MS;
/** Members who answer an email with another card or their approval, and those who come back by themselves. */
const ANSWERS_EMAIL = 0.42;
const COMES_BACK = 0.08;
/** Chance that a paid renewal is disputed, and what raises it. */
const DISPUTED = 0.001;
const DISPUTED_AFTER_EACH_RETRY = 0.002;
const DISPUTED_STOLEN = 0.6;

const FOR_GOOD: readonly string[] = ["BlockedInstrument", "InvalidInstrument", "FraudRisk"];

/** A number from 0 to 1, always the same for the same question (FNV-1a, then the mixer of MurmurHash 3). */
export function draw(...question: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const char of question.join("|")) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return ((hash ^ hash >>> 16) >>> 0) / 2 ** 32;
}

export interface Renewal {
  readonly seed: number;
  readonly member: number;
  readonly firstMs: number;
}

/** The bank's first answer; undefined when it approves. */
export function firstAnswer({ seed, member, firstMs }: Renewal): string | undefined {
  let left = draw(seed, member, firstMs, "first");
  for (const [result, share] of DECLINED) {
    if (left < share) return result;
    left -= share;
  }
  return undefined;
}

/** Whether a later attempt with the same card is approved. */
export function isApproved({ seed, member, firstMs }: Renewal, result: string, atMs: number): boolean {
  const day = Math.floor(atMs / DAY_MS);
  const chance = draw(seed, member, firstMs, result, day);
  const once = draw(seed, member, firstMs, result);
  if (FOR_GOOD.includes(result)) return chance < DECLINED_FOR_GOOD_APPROVED;
  switch (result) {
    case "InsufficientBalance":
      return chance < (isPayDay(atMs) ? PAY_DAY_FUNDS : OTHER_DAY_FUNDS);
    case "ProviderTimeout":
      return atMs - firstMs > -Math.log(1 - once) * OUTAGE_MS;
    case "ExpiredInstrument":
      return once < UPDATER_KNOWS && atMs - firstMs >= UPDATER_WITHIN_MS * (once / UPDATER_KNOWS);
    case "LimitExceeded":
      return chance < LIMIT_RENEWED;
    case "PayerAuthenticationRequired":
      return chance < AUTHENTICATION_WAIVED;
    default:
      return chance < UNKNOWN_APPROVED;
  }
}

function isPayDay(ms: number): boolean {
  const day = new Date(ms);
  return [1, 15].includes(day.getUTCDate()) || day.getUTCDay() === 5;
}

/** Whether a member who was asked for another card or their approval pays, and one whose plan ended comes back. */
export function pays({ seed, member, firstMs }: Renewal, asked: boolean): boolean {
  return draw(seed, member, firstMs, "pays") < (asked ? ANSWERS_EMAIL : COMES_BACK);
}

/** Whether a paid renewal is disputed: after retries more often, and mostly when the card was declined for good. */
export function isDisputed({ seed, member, firstMs }: Renewal, result: string, retries: number): boolean {
  const isForced = retries > 0 && FOR_GOOD.includes(result);
  const chance = isForced ? DISPUTED_STOLEN : DISPUTED + retries * DISPUTED_AFTER_EACH_RETRY;
  return draw(seed, member, firstMs, "dispute") < chance;
}
