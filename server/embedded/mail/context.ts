/** The settings of the mail service. */
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../db/open.ts";
import type { Log } from "../../platform/log.ts";

export interface MailSettings {
  /** `smtp://...` or empty: then emails stay in the outbox and the mailbox page shows them. */
  readonly smtpUrl: string;
}

export interface MailDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: MailSettings;
}
