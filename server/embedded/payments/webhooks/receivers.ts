/** Who receives a merchant's webhooks: addresses of the settings, and those the merchant registered over the API. */
import { isPublicHost } from "../../../platform/http/public_network.ts";
import type { PaymentContext } from "../context/context.ts";
import type { WebhookTargets } from "../context/settings.ts";
import type { Queries } from "../db/queries.ts";
import type { WebhookEndpointRow } from "../db/tables.ts";
import { openNumber } from "../vault/at_rest.ts";

export interface Receiver {
  readonly url: string;
  /** An address that a merchant registered reaches nothing but the public network. */
  readonly reach: "public" | "any";
  /** The newest first. While a secret is changed there are two. */
  readonly secrets: readonly [string, ...string[]];
}

/** Addresses that receive the client's webhooks. */
export async function addressesOf(
  context: Pick<PaymentContext, "settings">,
  db: Queries,
  client: string,
): Promise<readonly string[]> {
  const registered = await db.selectFrom("pay_webhook_endpoints").select("url").where("client_id", "=", client)
    .orderBy("slot").execute();
  return receiving(context, client, registered.map(({ url }) => url));
}

/** The addresses of the settings, and those that the client registered. */
export function receiving(
  { settings }: Pick<PaymentContext, "settings">,
  client: string,
  registered: readonly string[],
): readonly string[] {
  const configured = (settings.webhooks ?? []).filter(({ clientId }) => clientId === client).map(({ url }) => url);
  return [...new Set([...configured, ...registered])];
}

/** Undefined when neither the settings nor the merchant names the address any longer. */
export async function findReceiver(
  context: PaymentContext,
  client: string,
  url: string,
): Promise<Receiver | undefined> {
  // While a secret is changed, the settings name the address twice: the first secret is the newer one.
  const hooks = context.settings.webhooks?.filter((hook) => hook.clientId === client && hook.url === url) ?? [];
  const [first, ...others] = hooks.map(({ secret }) => secret);
  if (first !== undefined) return { url, reach: "any", secrets: [first, ...others] };
  const row = await context.db.selectFrom("pay_webhook_endpoints").selectAll().where("client_id", "=", client)
    .where("url", "=", url).executeTakeFirst();
  return row === undefined ? undefined : await receiverOf(context, row);
}

/** Undefined when the settings no longer allow the address. */
export async function receiverOf(
  { settings, keys, clock }: PaymentContext,
  { id, url, sealed_secret, sealed_old_secret, old_until_ms }: WebhookEndpointRow,
): Promise<Receiver | undefined> {
  const reach = reachOf(settings.webhookTargets, url);
  if (reach === undefined) return undefined;
  const secret = await openNumber(keys, sealed_secret, id);
  const isOldValid = sealed_old_secret !== null && old_until_ms !== null && clock.now() < old_until_ms;
  return { url, reach, secrets: isOldValid ? [secret, await openNumber(keys, sealed_old_secret, id)] : [secret] };
}

const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

/** How far a request to the address may reach; undefined when merchants may not register it. */
export function reachOf(targets: WebhookTargets | undefined, url: string): Receiver["reach"] | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.username !== "" || parsed.password !== "" || parsed.hash !== "") return undefined;
  const { protocol, hostname } = parsed;
  if (targets?.local === true && /^https?:$/.test(protocol) && THIS_MACHINE.includes(hostname)) return "any";
  return targets?.public === true && protocol === "https:" && isPublicHost(hostname) ? "public" : undefined;
}
