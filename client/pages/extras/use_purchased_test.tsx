/** The extras that are offered after a payment. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import type { CardOfPlan, Subscription } from "../../../server/wire/billing/subscriptions.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { OffersPage } from "../funnel/OffersPage.tsx";
import type { PurchasedCalls } from "./use_purchased.ts";

const NEW = { plan_id: "tck_3month_plan", products: [], next_charge: null } as unknown as Subscription;
const product = (plan_id: string) => ({ plan_id, bought_at: "2026-01-01", cents: 100, until: "2099-01-01" });
const CARD = { card: { name: "Visa •••• 4242" }, label: "" } as CardOfPlan;

/** The ids of what the page offers to a buyer who has these plans. */
async function offersWith(plans: PurchasedCalls["plans"]): Promise<readonly string[]> {
  provideSite({ base: "/trustcheck", registry: "none" } as Site);
  slots.purchaseEmail.write("ana@mail.example");
  slots.purchaseSubscriptionId.write("sub_new");
  const calls = { purchase: () => Promise.resolve(NEW), card: () => Promise.resolve(CARD), plans };
  const shown = await show(<OffersPage calls={calls} />, { path: "/offers" });
  await shown.settle();
  assertEquals(shown.text().includes("with Visa •••• 4242"), true, shown.text());
  const offered = shown.all("[data-testid^=add-]").map(({ dataset }) => dataset.testid?.slice("add-".length) ?? "");
  await shown.close();
  return offered;
}

it("offers a member no extra that they own with an earlier plan", async () => {
  const earlier = { ...NEW, products: [product("tck_guide_sale_otp")] };
  assertEquals(await offersWith(() => Promise.resolve([NEW, earlier])), [
    "tck_pdf_report_otp",
    "tck_ultimate_pack_otp",
  ]);
  const pack = { ...NEW, products: [product("tck_ultimate_pack_otp")] };
  assertEquals(await offersWith(() => Promise.resolve([NEW, pack])), []);
});

it("offers all of them while the other plans of a member are unknown", async () => {
  const offered = await offersWith(() => Promise.reject(new TypeError("no connection")));
  assertEquals(offered, ["tck_pdf_report_otp", "tck_guide_otp", "tck_ultimate_pack_otp"]);
});
