/** The Kysely schema: every table, each group owned by one part of the server. */
import type { PaymentsTables } from "../embedded/payments/tables.ts";
import type { SubscriptionsTables } from "../embedded/subscriptions/tables.ts";
import type { MembersTables } from "../embedded/members/tables.ts";
import type { IdentityTables } from "../embedded/identity/tables.ts";
import type { MailTables } from "../embedded/mail/tables.ts";
import type { ErrorsTables } from "../embedded/errors/tables.ts";
import type { PasskeyTables } from "../passkeys/tables.ts";
import type { CheckoutTables } from "../routes/tables.ts";
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
