/** The purchase steps by their addresses. */
import { useLocation } from "react-router-dom";
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { CheckoutSteps } from "./CheckoutPage.tsx";

function Steps() {
  const { pathname, search } = useLocation();
  return (
    <>
      <output data-testid="address">{pathname + search}</output>
      <CheckoutSteps step={search.includes("payment") ? "payment" : "details"} />
    </>
  );
}

describe("the purchase steps", () => {
  it("lead from a payment without an address to the details, whatever plan the link names", async () => {
    Object.assign(globalThis, { scrollTo: () => {} });
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    for (const plan of ["", "&chosen=tck_3month_plan", "&chosen=no_such_plan"]) {
      const shown = await show(<Steps />, { path: `/?step=payment${plan}` });
      await shown.settle();
      assertEquals([shown.at("address").textContent, shown.has("details-email")], ["/?step=details", true], plan);
      await shown.close();
    }
    Reflect.deleteProperty(globalThis, "scrollTo");
  });
});
