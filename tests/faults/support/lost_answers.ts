/** Payments through proxies that lose every third answer: the merchant's, and the one between service and acquirer. */
import { assert, assertEquals } from "@std/assert";
import { BASE, openPaymentsFixture } from "../../support/payments/payments_fixture.ts";
import { createSimulator } from "../../../server/embedded/payments/acquirer/simulator.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { remoteAcquirer, serveAcquirer } from "./acquirer_wire.ts";
import { buy } from "./buyer.ts";
import { startFaultProxy } from "./fault_proxy.ts";

const EVERY = 3;
const BUYERS = 4;

/** Orders between two progress lines. */
const TELL_EVERY = 100;

export async function payThroughLosses(
  place: DatabasePlace | undefined,
  payments: number,
  progress: (line: string) => void = () => {},
): Promise<void> {
  let bankCall: (request: Request) => Promise<Response> = () => Promise.reject(new TypeError("not open yet"));
  const bank = await startFaultProxy((request) => bankCall(request), {
    every: EVERY,
    counts: (path) => path === "/authorize",
  });
  const sent: string[] = [];
  const fixture = await openPaymentsFixture({
    ...(place === undefined ? {} : { place }),
    acquirer: (ledger, clock) => {
      const simulator = createSimulator({ db: ledger, clock });
      bankCall = serveAcquirer({
        ...simulator,
        authorize: (call) => {
          sent.push(call.key);
          return simulator.authorize(call);
        },
      });
      return remoteAcquirer(bank.base);
    },
  });
  const merchant = await startFaultProxy(
    (request) => fixture.call(new Request(request.url.replace(merchant.base, BASE), request)),
    { every: EVERY, counts: (path) => path.endsWith("/authorize") },
  );
  try {
    let left = payments;
    const orders: string[] = [];
    const buyer = async () => {
      while (left-- > 0) {
        orders.push((await buy(merchant.base)).executionId);
        if (orders.length % TELL_EVERY === 0) progress(`${orders.length} of ${payments} orders`);
      }
    };
    await Promise.all(Array.from({ length: BUYERS }, buyer));
    const keys = await fixture.db.selectFrom("pay_intents").select(["key", "execution_id"]).execute();
    const executionOf = new Map(keys.map(({ key, execution_id }) => [key, execution_id]));
    const charges = (await fixture.ledger.selectFrom("acq_charges").select("key").where("outcome", "=", "approved")
      .execute()).map(({ key }) => executionOf.get(key) ?? "").filter((id) => orders.includes(id));
    const paid = (await fixture.db.selectFrom("pay_executions").select(["id", "captured_minor"]).execute())
      .filter(({ id, captured_minor }) => captured_minor === 1000 && orders.includes(id));
    assertEquals([new Set(orders).size, charges.length, new Set(charges).size, paid.length], Array(4).fill(payments));
    assertEquals(sent.length, new Set(sent).size, "the service sent a charge again instead of asking for its outcome");
    const noticed = fixture.lines.filter((line) => line.includes("acquirer.answer-lost")).length;
    assertEquals(noticed, bank.lost, "of the answers lost, some were not noticed by the service");
    const least = Math.floor(payments / EVERY);
    assert(bank.lost >= least && merchant.lost >= least, `only ${bank.lost} and ${merchant.lost} answers were lost`);
  } finally {
    await merchant.close();
    await bank.close();
    await fixture.close();
  }
}
