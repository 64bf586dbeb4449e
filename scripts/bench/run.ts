/** `deno task bench [name ...]`: results of this machine, printed and never compared with another machine's. */
import { benchCardForm } from "./card_form/card_form.ts";
import { benchDunning } from "./dunning/dunning.ts";
import { benchFirstStart } from "./first_start.ts";
import { benchLighthouse } from "./lighthouse.ts";
import { benchLookup } from "./lookup/lookup.ts";
import { benchPayments } from "./payments/payments.ts";
import { benchPaymentsFlat } from "./payments/flat.ts";
import { benchPurchase } from "./purchase/purchase.ts";
import { benchRenewals } from "./renewals/renewals.ts";

const DEFAULT_S = 10;
const BENCHES: Readonly<Record<string, (options: { readonly lastsMs: number }) => Promise<unknown>>> = {
  payments: benchPayments,
  purchase: benchPurchase,
  payments_flat: benchPaymentsFlat,
  card_form: () => benchCardForm(),
  renewals: () => benchRenewals(),
  lookup: benchLookup,
  dunning: () => Promise.resolve(benchDunning()),
  lighthouse: () => benchLighthouse(),
  first_start: () => benchFirstStart(),
};

if (import.meta.main) {
  const lastsMs = Number(Deno.env.get("BENCH_SECONDS") ?? DEFAULT_S) * 1000;
  const names = Deno.args.length > 0 ? Deno.args : Object.keys(BENCHES);
  console.log(`${navigator.hardwareConcurrency} cores, shared by driver, server and database`);
  const [load = 0] = Deno.loadavg();
  if (load > navigator.hardwareConcurrency / 2) {
    console.log(`Other work runs here (load ${load.toFixed(1)}): these figures say little`);
  }
  for (const name of names) {
    const bench = BENCHES[name];
    if (bench === undefined) throw new RangeError(`No bench ${name}: there are ${Object.keys(BENCHES).join(", ")}`);
    await bench({ lastsMs });
  }
}
