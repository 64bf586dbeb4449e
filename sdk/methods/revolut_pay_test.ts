import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isRevolutPay, REVOLUT_TEXTS, revolutStyles } from "./revolut_pay.ts";

describe("the Revolut Pay button", () => {
  const outline = { backgroundColor: "#ffffff", color: "#191c1f", border: "1px solid #191c1f", width: "250px" };
  const dark = { backgroundColor: "#191c1f", color: "#ffffff", border: "none" };
  it("has the brand's three looks, a width, and the page's styles over them", () => {
    assertEquals(revolutStyles(), { base: outline });
    assertEquals(revolutStyles({ theme: "dark" }), { base: { ...dark, width: "250px" } });
    assertEquals(revolutStyles({ theme: "light", width: "100%" }), {
      base: { backgroundColor: "#ffffff", color: "#191c1f", border: "none", width: "100%" },
    });
    assertEquals(revolutStyles({ theme: "lightOutline", borderRadius: "4px", base: { color: "red" } }), {
      base: {
        backgroundColor: "#ffffff",
        color: "red",
        border: "1px solid #191c1f",
        width: "250px",
        borderRadius: "4px",
      },
    });
    assertEquals(revolutStyles({ theme: "unknown" as "dark", disabled: { opacity: "0.5" } }), {
      disabled: { opacity: "0.5" },
      base: outline,
    });
  });

  it("is that of one method, with the brand's label", () => {
    assertEquals([isRevolutPay("revolutPay"), isRevolutPay("revolut")], [true, false]);
    assertEquals(REVOLUT_TEXTS, { label: "Pay with Revolut Pay" });
  });
});
