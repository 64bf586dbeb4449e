/**
 * Action links: links in emails that can do one thing each. Only the hash of the secret is stored, together with the
 * email.
 */
import type { Insertable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { DEFAULT_LANGUAGE, type Language, LANGUAGE_PARAMETER } from "../../../wire/site/languages.ts";
import { PAY_PARAMETER, ROUTES } from "../../../wire/site/routes.ts";
import { PLAN_CHOICE } from "../../../wire/site/screens/sent_screens.ts";
import { translator } from "../../../i18n/translate.ts";
import type { CapabilityKind, SubscriptionRow, SubscriptionsTables, WithdrawalRight } from "../db/tables.ts";
import { CONFIRM_WITHIN_MS } from "../context/constants.ts";
import type { SubscriptionContext, SubscriptionsPorts } from "../context/context.ts";
import { newSecret, SECRET_PATTERN, sha256Hex } from "../../../platform/crypto/secrets.ts";

export interface ActionLink {
  readonly url: string;
  readonly row: Insertable<SubscriptionsTables["subs_capabilities"]>;
}

interface ActionLinkOptions {
  readonly kind: CapabilityKind;
  readonly subscriptionId: string;
  /** The language of the email, which is also that of the page behind the link. */
  readonly language: Language;
  /** When the person requested the link. What they do with it takes effect from then. */
  readonly effectiveMs?: number;
  readonly expiresMs?: number;
}

/** The address that carries the secret, by kind. */
const ADDRESS: Readonly<Record<CapabilityKind, (secret: string, id: string) => string>> = {
  cancel: (secret) => `{base}/unsubscription?c=${secret}`,
  withdraw: (secret) => `{base}/unsubscription?withdraw&w=${secret}`,
  mails: (secret) => `/api/end-mails/${secret}`,
  pay: (secret) => `{base}${ROUTES.subscription}?${PAY_PARAMETER}=${secret}`,
  activate: (secret, id) => `{base}/activate?${new URLSearchParams({ t: secret, vSubscriptionId: id })}`,
};

/** Creates a link with a new secret, together with the row to store. */
export function createActionLink(
  { clock, settings }: Pick<SubscriptionsPorts, "clock" | "settings">,
  { kind, subscriptionId, language, effectiveMs, expiresMs }: ActionLinkOptions,
): ActionLink {
  const secret = newSecret();
  const path = ADDRESS[kind](secret, subscriptionId).replace("{base}", settings.base);
  const row = {
    hash: sha256Hex(secret),
    kind,
    subscription_id: subscriptionId,
    created_ms: clock.now(),
    expires_ms: expiresMs ?? null,
    effective_ms: effectiveMs ?? null,
  };
  const url = new URL(`${settings.publicOrigin}${path}`);
  if (language !== DEFAULT_LANGUAGE) url.searchParams.set(LANGUAGE_PARAMETER, language);
  return { url: url.href, row };
}

/** Opens nothing by itself: the page asks for the checkout cookie or a sign-in. */
function reportUrl({ settings }: Pick<SubscriptionsPorts, "settings">, subscriptionId: string, language: Language) {
  const url = new URL(`${settings.publicOrigin}${settings.base}/access-product`);
  url.searchParams.set("vSubscriptionId", subscriptionId);
  if (language !== DEFAULT_LANGUAGE) url.searchParams.set(LANGUAGE_PARAMETER, language);
  return url.href;
}

/** The screen where a visitor chooses a plan and pays. */
export function planChoiceUrl({ settings }: Pick<SubscriptionsPorts, "settings">, language: Language): string {
  const url = new URL(`${settings.publicOrigin}${settings.base}${PLAN_CHOICE}`);
  if (language !== DEFAULT_LANGUAGE) url.searchParams.set(LANGUAGE_PARAMETER, language);
  return url.href;
}

/** Stores the links' hashes. */
export async function storeActionLinks(trx: Transaction<Database>, links: readonly ActionLink[]): Promise<void> {
  if (links.length > 0) await trx.insertInto("subs_capabilities").values(links.map(({ row }) => row)).execute();
}

export interface OpenedActionLink {
  readonly row: SubscriptionRow;
  /**
   * When the link's action takes effect: now, or when the person requested the link, if that is within 7 days and no
   * cancellation was taken back since.
   */
  readonly effectiveMs: number;
}

/** The subscription a secret may act on. Undefined for any other secret, whether expired or unknown. */
export async function openActionLink(
  { db, clock }: SubscriptionContext,
  kind: CapabilityKind,
  secret: string,
): Promise<OpenedActionLink | undefined> {
  if (!SECRET_PATTERN.test(secret)) return undefined;
  const link = await db.selectFrom("subs_capabilities").selectAll().where("hash", "=", sha256Hex(secret))
    .where("kind", "=", kind).executeTakeFirst();
  const nowMs = clock.now();
  if (link === undefined || (link.expires_ms !== null && link.expires_ms <= nowMs)) return undefined;
  const row = await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", link.subscription_id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const askedMs = link.effective_ms;
  const isInTime = askedMs !== null && nowMs - askedMs <= CONFIRM_WITHIN_MS &&
    !(kind === "cancel" && await isReactivatedSince(db, row.id, askedMs));
  return { row, effectiveMs: isInTime ? askedMs : nowMs };
}

/** Taking a cancellation back is agreeing to the renewals after it, and ends the effect of earlier requests. */
async function isReactivatedSince(db: Db, subscriptionId: string, sinceMs: number): Promise<boolean> {
  const event = await db.selectFrom("subs_events").select("id").where("subscription_id", "=", subscriptionId)
    .where("name", "=", "reactivate").where("at_ms", ">=", sinceMs).limit(1).executeTakeFirst();
  return event !== undefined;
}

/** The action links of one email: rows to store with it, and the lines it shows. */
export interface ActionLinks {
  readonly links: readonly ActionLink[];
  readonly lines: readonly { readonly label: string; readonly url: string; readonly isMain?: boolean }[];
}

export const NO_ACTION_LINKS: ActionLinks = { links: [], lines: [] };

interface Open {
  readonly subscriptionId: string;
  readonly language: Language;
  /** The plan still renews. */
  readonly canCancel: boolean;
  /** The email is about a charge that can be withdrawn from, and this is the right to do so. */
  readonly withdrawalRight?: WithdrawalRight | undefined;
  /**
   * The email is a receipt, and its first link opens the report: at once in the browser that paid, otherwise after
   * sign-in.
   */
  readonly opensReport?: boolean;
  /** The renewal is declined: the first link opens a page that pays it, with another card or with the bank's approval. */
  readonly pays?: "another_card" | "approval" | undefined;
  /** The plan has ended: the first link opens the choice of plans. */
  readonly startsAgain?: boolean;
}

/** Every email about a subscription has links to cancel and to withdraw while either is possible (TRUST T5, T6). */
export function createActionLinks(
  ports: Pick<SubscriptionsPorts, "clock" | "settings">,
  {
    subscriptionId,
    language,
    canCancel,
    withdrawalRight,
    opensReport = false,
    pays,
    startsAgain = false,
  }: Open,
): ActionLinks {
  const t = translator(language);
  const wanted = [
    ...(pays === undefined ? [] : [{
      kind: "pay" as const,
      label: pays === "approval" ? t("Pay and confirm with your bank") : t("Pay with another card"),
    }]),
    ...(canCancel ? [{ kind: "cancel" as const, label: t("Cancel plan") }] : []),
    ...(withdrawalRight === undefined ? [] : [{
      kind: "withdraw" as const,
      label: withdrawalRight === "withdrawal"
        ? t("Withdraw from contract here (within 14 days, money back)")
        : t("Withdraw from contract here"),
    }]),
  ];
  const links = wanted.map(({ kind }) => createActionLink(ports, { kind, subscriptionId, language }));
  const lines = links.map(({ url }, at) => {
    const { label = "", kind } = wanted[at] ?? {};
    return { label, url, ...(kind === "pay" ? { isMain: true } : {}) };
  });
  if (startsAgain) {
    const start = { label: t("Choose a plan and pay"), url: planChoiceUrl(ports, language), isMain: true };
    return { links, lines: [start, ...lines] };
  }
  if (!opensReport) return { links, lines };
  const report = { label: t("Open my report"), url: reportUrl(ports, subscriptionId, language), isMain: true };
  return { links, lines: [report, ...lines] };
}
