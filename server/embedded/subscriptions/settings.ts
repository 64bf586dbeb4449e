/** The settings of the subscriptions service. */

/**
 * Settings of one installation.
 *
 * ```ts
 * const settings: SubscriptionsSettings = {
 *   clientId: "trustcheck",
 *   clientSecret: "secret",
 *   workflowCode: "payment-acceptance",
 *   publicOrigin: "http://localhost:8000",
 *   base: "/trustcheck",
 *   hasRegistry: true,
 *   takesRawCards: false,
 *   webhookSecrets: [],
 * };
 * ```
 */
export interface SubscriptionsSettings {
  /** The client of the merchant API that takes the payments, and its secret. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The workflow under which executions are created. */
  readonly workflowCode: string;
  /** Origin of the links in emails, without a slash at the end. */
  readonly publicOrigin: string;
  /** Base path of the web app in these links, such as `/trustcheck`. */
  readonly base: string;
  /**
   * False where real money moves and no licensed source of the registry is configured: no registry check is offered.
   */
  readonly hasRegistry: boolean;
  /** Whether the create calls accept a raw `card`; see docs/decisions/payments/raw-card-numbers.md. */
  readonly takesRawCards: boolean;
  /** Secrets that sign webhooks of the payments service. With none, every webhook is refused. */
  readonly webhookSecrets: readonly string[];
}
