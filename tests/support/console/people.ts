/** Customers of the console's browser tests, each with what a support agent is asked about. */
import type { RunningApp } from "../app/app.ts";
import { createVisitor } from "../app/http_visitor.ts";
import type { PlanId } from "../../../server/wire/billing/plans.ts";

const PLAN: PlanId = "tck_weekly_3dtrial";
/** A webhook receiver that never answers. */
export const DEAD_HOOK = "merchant-demo=http://127.0.0.1:9/hook|secret";

export interface Customer {
  readonly email: string;
  readonly purchaseId: string;
}

export interface People {
  /** Has an account and looked a number up. */
  readonly ada: Customer;
  /** Asks to be erased. */
  readonly eve: Customer;
  /** The renewal was declined, and no further link may be sent for an hour. */
  readonly rex: Customer;
  /** Disputed the charge. */
  readonly dina: Customer;
  /** Bought a moment ago, so that the webhook is still being retried. */
  readonly walt: Customer;
}

const CARDS = { plain: "4242424242424242", noRenewals: "4000000000000341", disputed: "4000000000000259" } as const;

/** Buys for each of them, and lets four days pass. */
export async function seedPeople({ context, origin }: RunningApp): Promise<People> {
  const buy = async (name: string, card: string): Promise<Customer> => {
    const email = `${name}@mail.example`;
    const { body } = await createVisitor(context).buy(PLAN, email, card);
    return { email, purchaseId: String(body.subscription_id) };
  };
  const ada = await signedIn(context, "ada@mail.example", "Ada Lovelace");
  const eve = await signedIn(context, "eve@mail.example", "Eve Adams");
  const rex = await buy("rex", CARDS.noRenewals);
  const dina = await buy("dina", CARDS.disputed);
  const answer = await fetch(`${origin}/dev/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance: "P4D" }),
  });
  if (!answer.ok) throw new Error(`The clock answered ${answer.status}`);
  await answer.body?.cancel();
  const walt = await buy("walt", CARDS.plain);
  await seedBooks(context, { ada, rex });
  return { ada, eve, rex, dina, walt };
}

/** Differences of each kind, a stuck move, and a customer who has been sent as many links as an hour allows. */
async function seedBooks(
  { db, clock }: RunningApp["context"],
  { ada, rex }: Pick<People, "ada" | "rex">,
): Promise<void> {
  const nowMs = clock.now();
  const { execution_id } = await db.selectFrom("subs_charges").select("execution_id")
    .where("subscription_id", "=", ada.purchaseId).orderBy("created_ms").limit(1).executeTakeFirstOrThrow();
  const sums = { capturedMinor: 1_999, refundedMinor: 0, heldMinor: 0 };
  const seen = { at_ms: nowMs - 86_400_000, seen_ms: nowMs };
  const expected_json = JSON.stringify(sums);
  await db.insertInto("app_differences").values([
    {
      kind: "books",
      subject: execution_id,
      ...seen,
      expected_json,
      found_json: JSON.stringify({ ...sums, capturedMinor: 0 }),
    },
    {
      kind: "ledger",
      subject: "7f3d2c1b-acquirer-charge-that-no-execution-names",
      ...seen,
      expected_json: JSON.stringify({ ...sums, capturedMinor: 0 }),
      found_json: JSON.stringify({ ...sums, capturedMinor: 250_000, currency: "JPY" }),
    },
  ]).execute();
  await db.insertInto("subs_moves").values({
    execution_id,
    kind: "refund",
    cents: 500,
    state: "refused",
    refusals: 3,
    tries: 4,
    reason: "refundFailed",
    next_ms: nowMs + 3_600_000,
    created_ms: nowMs - 7_200_000,
    settled_ms: null,
  }).execute();
  await db.insertInto("subs_requests").values(
    [1, 2, 3].map((at) => ({
      id: `request-of-rex-${at}`,
      kind: "activate" as const,
      email_key: rex.email,
      ip_network: "",
      at_ms: nowMs - at,
      done_ms: nowMs,
      mailed: 1,
    })),
  ).execute();
}

async function signedIn(context: RunningApp["context"], email: string, name: string): Promise<Customer> {
  const visitor = createVisitor(context);
  const { body } = await visitor.buy(PLAN, email, CARDS.plain);
  const purchaseId = String(body.subscription_id);
  const { uid, idToken } = await visitor.signIn(email, name);
  const headers = { "x-id-token": idToken };
  const finalize = { subscription_id: purchaseId, email, firebase_id: uid, apple_token: "", attribution: {} };
  const done = await visitor.post("/subs/finalize", finalize, headers);
  const lookup = { user_id: uid, phone_number: "+16502530000", subscription_id: purchaseId, name: "", email };
  const report = await visitor.post("/services/report", lookup, headers);
  if (done.status !== 200 || report.status !== 200) throw new Error(`${done.status}, ${report.status}`);
  return { email, purchaseId };
}
