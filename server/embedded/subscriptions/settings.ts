/** What the subscriptions service is started with. */

export interface SubscriptionsSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly workflowCode: string;
  readonly publicOrigin: string;
  readonly base: string;
  /** False where real money is taken and no licensed source of the registry is set. */
  readonly hasRegistry: boolean;
  /** Whether creates take a raw `card`; see RAW_CARDS. */
  readonly takesRawCards: boolean;
  /** Secrets under which notices of the payments service are signed; none: notices are refused. */
  readonly noticeSecrets: readonly string[];
}
