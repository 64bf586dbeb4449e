/** Books against executions: each kind of difference is found, and what agrees is not. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import type { Db } from "../../../db/open.ts";
import { openMigrated } from "../../../db/testing/migrated.ts";
import type { ListedExecution } from "../payments_client/listed_execution.ts";
import type { PaymentsApi } from "../payments_client/payments_api.ts";
import { PaymentsError } from "../payments_client/send.ts";
import { parseExecution } from "../payments_client/execution.ts";
import type { ChargeState, CheckoutState } from "../db/tables.ts";
import { bookDifferences } from "./compare_books.ts";

const AT_MS = 1_000;
const sums = (capturedMinor: number, refundedMinor = 0, heldMinor = 0) => ({ capturedMinor, refundedMinor, heldMinor });

describe("the comparison of books with executions", () => {
  let db: Db;
  let pages: ListedExecution[][];
  let known: string[];
  beforeEach(async () => {
    db = await openMigrated();
    [pages, known] = [[], []];
  });
  afterEach(() => db.destroy());

  const api: Pick<PaymentsApi, "list" | "read"> = {
    list({ cursor = "0" }) {
      const at = Number(cursor);
      return Promise.resolve({
        executions: pages[at] ?? [],
        next: at + 1 < pages.length ? String(at + 1) : undefined,
      });
    },
    read(id) {
      if (id === "silent") return Promise.reject(new PaymentsError("no answer", false));
      if (id === "forbidden") return Promise.reject(new PaymentsError("refused", true, { status: 403 }));
      if (!known.includes(id)) return Promise.reject(new PaymentsError("unknown", true, { status: 404 }));
      return Promise.resolve(parseExecution({ id, status: [{ code: "captureSuccessful", time: "2026-01-01" }] }));
    },
  };
  const differences = async () => {
    const found = await bookDifferences({ db, api: api as PaymentsApi }, {
      by: "creation",
      fromMs: 0,
      toMs: 2_000,
    });
    return found.map(({ subject, expected, found }) => [subject, expected, found]);
  };
  const execution = (id: string, figures: ListedExecution["sums"], isDeciding = false): ListedExecution => (
    { id, atMs: AT_MS, isDeciding, sums: figures }
  );
  const charge = (
    id: string,
    state: ChargeState,
    refund?: { readonly cents: number; readonly state: "due" | "sent" | "dropped"; readonly sent_cents?: number },
  ) =>
    db.transaction().execute(async (trx) => {
      const about = { subscription_id: "sub", created_ms: AT_MS, settled_ms: null };
      await trx.insertInto("subs_charges").values({
        ...about,
        id: `charge of ${id}`,
        charge_key: id,
        kind: "renewal",
        plan_id: "p",
        cents: 1_999,
        state,
        attempt: 0,
        execution_id: id,
        consent_id: null,
        error: "",
      }).execute();
      if (refund === undefined) return;
      const row = { ...about, id: `refund of ${id}`, charge_id: `charge of ${id}`, attempts: 0, next_ms: 0 };
      await trx.insertInto("subs_refunds").values({ ...row, reason: "regret", ...refund }).execute();
    });
  const checkout = (id: string, state: CheckoutState, cancel_ms: number | null = null) =>
    db.insertInto("subs_checkouts").values({
      execution_id: id,
      checkout_hash: "h",
      plan_id: "p",
      cents: 100,
      holder_reference: "h",
      state,
      subscription_id: null,
      created_ms: AT_MS,
      changed_ms: AT_MS,
      cancel_ms,
    }).execute();

  it("finds nothing where paid, refunded, declined and unfinished charges agree", async () => {
    await charge("paid", "succeeded");
    await charge("refunded", "refunded", { cents: 500, state: "sent" });
    await charge("returned", "refunded", { cents: 1_999, state: "sent" });
    await charge("disputed", "refunded", { cents: 1_999, sent_cents: 500, state: "dropped" });
    await charge("declined", "failed");
    await charge("sending", "sending");
    await charge("owed", "succeeded", { cents: 1_999, state: "due" });
    await checkout("open", "open");
    await checkout("completing", "completing");
    await checkout("cancelling", "voided", 5_000);
    await checkout("given up", "voided");
    pages = [
      [
        execution("paid", sums(1_999)),
        execution("refunded", sums(1_999, 500)),
        execution("returned", sums(1_999, 1_999)),
        execution("disputed", sums(1_999, 500)),
      ],
      [execution("declined", sums(0)), execution("sending", sums(1_999)), execution("owed", sums(1_999, 1_999))],
      [execution("open", sums(0, 0, 100)), execution("completing", sums(100)), execution("cancelling", sums(100))],
      [execution("given up", sums(100, 100)), execution("deciding", sums(100), true)],
    ];
    assertEquals(await differences(), []);
  });

  it("finds other amounts, refunds of only one side and money without a charge, on every page", async () => {
    await charge("less", "succeeded");
    await charge("refunded there", "succeeded");
    await charge("refunded here", "refunded", { cents: 1_999, state: "sent" });
    await charge("paid there", "failed");
    await charge("other amount", "mismatch");
    await checkout("voided", "voided");
    pages = [
      [execution("less", sums(1_000)), execution("refunded there", sums(1_999, 1_999))],
      [execution("refunded here", sums(1_999)), execution("paid there", sums(1_999))],
      [execution("other amount", sums(2_999)), execution("voided", sums(0, 0, 100)), execution("unknown", sums(100))],
    ];
    assertEquals(await differences(), [
      ["less", sums(1_999), sums(1_000)],
      ["refunded there", sums(1_999), sums(1_999, 1_999)],
      ["refunded here", sums(1_999, 1_999), sums(1_999)],
      ["paid there", sums(0), sums(1_999)],
      ["other amount", sums(1_999), sums(2_999)],
      ["voided", sums(0), sums(0, 0, 100)],
      ["unknown", sums(0), sums(100)],
    ]);
  });

  it("finds a paid charge whose execution the provider does not know", async () => {
    await charge("gone", "succeeded");
    await charge("older", "succeeded");
    await charge("declined", "failed");
    known = ["older"];
    assertEquals(await differences(), [["gone", sums(1_999), sums(0)]]);
  });

  for (const [id, message] of [["silent", "no answer"], ["forbidden", "refused"]] as const) {
    it(`reports no difference while an execution cannot be read: ${message}`, async () => {
      await charge(id, "succeeded");
      await assertRejects(differences, PaymentsError, message);
    });
  }
});
