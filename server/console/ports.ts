/** What the console works with: the services of this installation, as far as they run here. */
import type { AuditPorts } from "../audit/chain.ts";
import type { IdentityForOperators } from "../embedded/identity/for_operators.ts";
import type { MembersForOperators } from "../embedded/members/for_operators.ts";
import type { PaymentsForOperators } from "../embedded/payments/for_operators.ts";
import type { SubscriptionsForOperators } from "../embedded/subscriptions/for_operators.ts";
import type { Reading } from "../db/replica/reading.ts";
import type { Upstream } from "../platform/http/upstream.ts";
import type { Member } from "../platform/id_token.ts";
import type { Place } from "../wire/admin/fields.ts";

/** Undefined for a service that runs on another server: its data isn't here. */
export interface ConsoleServices {
  readonly payments: PaymentsForOperators | undefined;
  readonly subscriptions: SubscriptionsForOperators | undefined;
  readonly members: MembersForOperators | undefined;
  readonly identity: IdentityForOperators | undefined;
  /** The subscriptions service as it answers this member. */
  readonly asMember: (member: Member) => Upstream;
}

export interface ConsolePorts extends AuditPorts, ConsoleServices {
  readonly reading: Reading;
  /** Services that run elsewhere. */
  readonly unseen: readonly Place[];
  readonly wake: () => void;
  /** Whether the server keeps events of the funnel. */
  readonly collectsFunnel: boolean;
}
