/** Advice as a checklist: three cards, the rest on request, and where each one leads. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { show } from "../../../../tests/support/app/component.ts";
import { ICON_PATHS } from "../../../ui/pictures/icon_paths.ts";
import { AdviceList } from "./AdviceList.tsx";
import { adviceAction, adviceIcon } from "./advice_actions.ts";
import { ADVICE_ROWS } from "./advice_rows.ts";
import { splitAdvice } from "./split_advice.ts";

const row = (id: string, text = `Do ${id}. Then wait.`) => ({ id, text, source: `Source of ${id}` });

describe("the advice list", () => {
  it("shows three cards, and the others below a summary that counts them", async () => {
    const shown = await show(<AdviceList advice={["a", "b", "c", "d", "e"].map((id) => row(id))} />);
    const ids = (selector: string) => shown.all(selector).map((card) => card.dataset["advice"]);
    assertEquals(ids(".stack > ol > li"), ["a", "b", "c"]);
    assertEquals(ids("details li"), ["d", "e"]);
    assertStringIncludes(shown.text(), "More advice (2)");
    await shown.render(<AdviceList advice={[row("a")]} />);
    assertEquals(shown.all("details").length, 0);
    await shown.close();
  });

  it("ticking off a card marks only that card as done, until it is ticked again", async () => {
    const shown = await show(<AdviceList advice={[row("a"), row("b")]} />);
    const done = () => shown.all("[data-done]").map((card) => card.dataset["advice"]);
    const [box] = shown.all('input[aria-label="Done: Do a."]');
    await shown.press(box ?? "none");
    assertEquals(done(), ["a"]);
    await shown.press(box ?? "none");
    assertEquals(done(), []);
    await shown.close();
  });

  it("leads to the hotline or form of the visitor's own country, and nowhere without one", async () => {
    const links = async (country?: string) => {
      const advice = [row("bank_caller"), row("text"), row("next_report")];
      const shown = await show(<AdviceList advice={advice} {...country === undefined ? {} : { country }} />);
      const all = shown.all("a").map((link) => [link.getAttribute("href"), link.getAttribute("target")]);
      await shown.close();
      return all;
    };
    assertEquals(await links("GB"), [["tel:159", null], ["sms:7726", null], [
      "https://www.reportfraud.police.uk",
      "_blank",
    ]]);
    assertEquals(await links("DE"), [["tel:116116", null], ["https://www.bundesnetzagentur.de", "_blank"]]);
    assertEquals(await links(), []);
    assertEquals(adviceAction("unseen", "GB"), undefined);
    // Without a bank hotline, the authority's form.
    const shared = (country: string) => adviceAction("advice_high_shared", country)?.href;
    assertEquals([shared("GB"), shared("US"), shared("FR")], ["tel:159", "https://reportfraud.ftc.gov", undefined]);
  });

  it("has one main button in danger: the first way to call or report", async () => {
    const advice = [row("stay_away"), row("next_report"), row("bank_caller")];
    const shown = await show(<AdviceList advice={advice} country="GB" isUrgent />);
    const main = () => shown.all("a.button--primary").map((link) => link.getAttribute("href"));
    assertEquals(main(), ["https://www.reportfraud.police.uk"]);
    await shown.render(<AdviceList advice={advice} country="GB" />);
    assertEquals(main(), []);
    await shown.close();
  });

  it("the first sentence is what to do", () => {
    assertEquals(splitAdvice("Hang up. Call them."), { first: "Hang up.", rest: "Call them." });
    assertEquals(splitAdvice("Report it at ftc.gov now"), { first: "Report it at ftc.gov now", rest: "" });
  });

  it("every row has an icon", () => {
    assertEquals(ADVICE_ROWS.filter(({ id }) => !(adviceIcon(id) in ICON_PATHS)), []);
    assertEquals([adviceIcon("bank_caller"), adviceIcon("anything else")], ["bank", "shield"]);
  });
});
