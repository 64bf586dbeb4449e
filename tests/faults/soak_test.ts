import v8 from "node:v8";
import vm from "node:vm";
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { type RunningApp, startApp } from "../support/app/app.ts";
import { buildOnce } from "../support/suite/build_once.ts";
import { buy } from "./support/buyer.ts";
import { soak, visit } from "./support/soak.ts";

/** What each may leave behind is noise: of a buyer in the same process, of caches, of compiled code. */
const REPEATED: readonly {
  readonly name: string;
  readonly run: (origin: string) => Promise<unknown>;
  readonly times: number;
  readonly mostBytes: number;
}[] = [
  { name: "a visitor's calls", run: visit, times: 60, mostBytes: 7_000 },
  { name: "a purchase", run: (origin) => buy(`${origin}/services/payments`), times: 50, mostBytes: 5_000 },
];
/** Until caches and compiled code are complete. */
const WARM_WINDOWS = 2;
/** One of them is quiet. */
const WINDOWS = 4;

/** Bytes in use after a garbage collection. */
function heapReader(): () => number {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  return () => {
    collect();
    const { heapUsed, external } = Deno.memoryUsage();
    return heapUsed + external;
  };
}

describe("the server's memory", () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp({ env: { PAYMENTS_CLIENTS: "merchant-demo:demo-secret,shop:shop-secret" } });
  });
  after(() => app?.close());

  for (const { name, run, times, mostBytes } of REPEATED) {
    it(`SECURITY R24: keeps nothing of ${name}`, async () => {
      const readHeap = heapReader();
      const grow = async () => {
        const before = readHeap();
        for (let time = 0; time < times; time++) await run(app.origin);
        return Math.round((readHeap() - before) / times);
      };
      for (let window = 0; window < WARM_WINDOWS; window++) await grow();
      const grown: number[] = [];
      while (grown.length < WINDOWS && Math.min(...grown) > mostBytes) grown.push(await grow());
      assert(Math.min(...grown) <= mostBytes, `${name} left ${grown.join(", ")} bytes`);
    });
  }
});

/** The short form; tests/long/soak.long.ts runs half an hour. */
it("SECURITY R24: shoppers and visitors for six seconds: no request fails, and memory does not grow", async () => {
  await buildOnce();
  const { answers, faults, orders, growth } = await soak({ seconds: 6, perSecond: 25, warmSeconds: 3 });
  assertEquals(faults, []);
  assert(answers > 50 && orders > 0, `only ${answers} answers and ${orders} orders`);
  assert(growth < 1.5, `memory grew to ${growth.toFixed(2)} times`);
});
