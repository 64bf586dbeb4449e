/** The member's alerts: one press ends an alert, another takes that back, and a failed call says so. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { heldCall, openStory, show } from "../../../tests/support/app/component.ts";
import { MemoryRouter } from "react-router-dom";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { Alerts, type AlertsProps } from "./Alerts.tsx";

const watch = (id: string, number: string): Watch => ({
  id,
  number,
  e164: number.replaceAll(/[ -]/g, ""),
  country: "US",
  score: 20,
  band: "some",
  email: "ann@example.com",
  since: "2027-01-31T10:00:00.000Z",
  changed: "",
});
const ONE = watch("w1", "+1 650-253-0000");
const TWO: Watch = {
  ...watch("w2", "+44 20 7946 0000"),
  country: "GB",
  score: 90,
  band: "high",
  changed: "2027-02-03T10:00:00.000Z",
};

async function open(ports: Partial<AlertsProps> = {}, watches: Watch[] = [ONE, TWO]) {
  const calls: string[] = [];
  const end = async (id: string) => {
    calls.push(`end ${id}`);
    await ports.end?.(id);
    watches.splice(watches.findIndex((one) => one.id === id), 1);
  };
  const start = async (e164: string) => {
    calls.push(`start ${e164}`);
    const one = await ports.start?.(e164) ?? ONE;
    watches.unshift(one);
    return one;
  };
  const list = ports.list ?? (() => Promise.resolve([...watches]));
  const alerts = <Alerts list={list} start={start} end={end} />;
  return { calls, shown: await show(<MemoryRouter>{alerts}</MemoryRouter>) };
}

const NONE = "No alerts yet";

describe("the member's alerts", () => {
  it("lists each number with its score and its last change, and says so when there is none", async () => {
    const { shown } = await open();
    const rows = shown.all("[data-testid=alert]").map((row) => (row.textContent ?? "").replaceAll("\u00a0", " "));
    assertEquals(rows, [
      "+1 650-253-0000 United StatesNo change since Jan 31, 202720, some signalsTurn off",
      "+44 20 7946 0000 United KingdomChanged on Feb 3, 202790, high riskTurn off",
    ]);
    assertStringIncludes(shown.text(), "We check each number once a day and email ann@example.com when its score");
    assertEquals(shown.text().includes(NONE), false);
    await shown.close();
    const none = await open({}, []);
    assertStringIncludes(none.shown.text(), NONE);
    assertEquals(none.shown.all("ul").length, 0);
    assertEquals(none.shown.text().includes("email ann"), false);
    await none.shown.close();
  });

  it("shows only that the list is loading until it is there, and offers another try when it does not load", async () => {
    const { shown } = await open({ list: () => heldCall<Watch[]>().promise });
    assertEquals(shown.text(), "Loading your alerts");
    await shown.close();
    let isDown = true;
    const list = () => isDown ? Promise.reject(new ResponseError(503, {})) : Promise.resolve([ONE]);
    const failed = await open({ list });
    assertStringIncludes(failed.shown.text(), "We can't show your alerts right now. Try again.");
    assertEquals(failed.shown.all("[data-testid=alert]").length, 0);
    isDown = false;
    await failed.shown.press(failed.shown.all("button")[0] ?? failed.shown.at("none"));
    assertEquals(failed.shown.all("[data-testid=alert]").length, 1);
    await failed.shown.close();
  });

  it("ends the alert that was pressed and offers to take it back; only the pressed button is busy", async () => {
    const ending = heldCall<void>();
    const { calls, shown } = await open({ end: () => ending.promise });
    const buttons = shown.all("[data-testid=alert-end]");
    await shown.press(buttons[1] ?? shown.at("none"));
    assertEquals(buttons.map((button) => button.getAttribute("aria-disabled")), [null, "true"]);
    assertEquals(shown.has("alert-undo"), false);
    ending.answer();
    await shown.settle();
    assertEquals(calls, ["end w2"]);
    assertStringIncludes(shown.text(), "Alerts for +44 20 7946 0000 are off.");
    assertEquals(shown.all("[data-testid=alert]").length, 1);
    assertEquals(shown.at("alert-undo").getAttribute("aria-disabled"), null);
    await shown.close();
  });

  it("undoes the last one, and does not say in the meantime that no number is watched", async () => {
    const starting = heldCall<Watch>();
    const { calls, shown } = await open({ start: () => starting.promise }, [ONE]);
    await shown.press("alert-end");
    assertEquals(shown.text().includes(NONE), false);
    await shown.press("alert-undo");
    assertEquals(shown.at("alert-undo").getAttribute("aria-disabled"), "true");
    starting.answer(ONE);
    await shown.settle();
    assertEquals(calls, ["end w1", "start +16502530000"]);
    assertEquals([shown.has("alert-undo"), shown.all("[data-testid=alert]").length], [false, 1]);
    await shown.close();
  });

  it("a failed call is reported once, changes nothing, and is cleared by the next", async () => {
    let fails = true;
    const { shown } = await open({ end: () => fails ? Promise.reject(new NetworkError("down")) : Promise.resolve() });
    await shown.press("alert-end");
    assertStringIncludes(shown.text(), "We couldn't reach our server. Nothing has changed");
    assertEquals([shown.all("[data-testid=alert]").length, shown.has("alert-undo")], [2, false]);
    assertEquals(shown.at("alert-end").getAttribute("aria-disabled"), null);
    fails = false;
    await shown.press("alert-end");
    assertEquals(shown.text().includes("We could not reach"), false);
    await shown.close();
  });

  it("looks and reads as approved in each of its states", async () => {
    const [ending, starting] = [heldCall<void>(), heldCall<Watch>()];
    const { shown } = await open({ end: () => ending.promise, start: () => starting.promise }, [ONE]);
    const story = openStory(shown);
    story.add("one number");
    await shown.press("alert-end");
    story.add("ending it");
    ending.answer();
    await shown.settle();
    story.add("ended");
    await shown.press("alert-undo");
    story.add("taking it back");
    starting.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    await story.compare("alerts");
    const none = await open({ list: () => Promise.reject(new ResponseError(500, "")) });
    const refused = openStory(none.shown);
    refused.add("a list that cannot be read");
    await refused.compare("alerts_unreadable");
  });
});
