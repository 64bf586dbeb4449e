/** The Kysely schema: every table, each group owned by one part of the server. */
import type { PaymentsTables } from "../embedded/payments/db/tables.ts";
import type { SubscriptionsTables } from "../embedded/subscriptions/db/tables.ts";
import type { MembersTables } from "../embedded/members/db/tables.ts";
import type { IdentityTables } from "../embedded/identity/db/tables.ts";
import type { MailTables } from "../embedded/mail/tables.ts";
import type { ErrorsTables } from "../embedded/errors/tables.ts";
import type { PasskeyTables } from "../passkeys/tables.ts";
import type { CheckoutTables } from "../routes/services/tables.ts";
import type { ServerTables } from "./server_tables.ts";

export interface Database
  extends
    PaymentsTables,
    SubscriptionsTables,
    MembersTables,
    IdentityTables,
    MailTables,
    ErrorsTables,
    PasskeyTables,
    CheckoutTables,
    ServerTables {}
