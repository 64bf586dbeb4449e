/** The member's alerts: one switch for each, a field that adds one, and a failed call says so. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import { heldCall, openStory, show } from "../../../tests/support/app/component.ts";
import { install } from "@sinonjs/fake-timers";
import { MemoryRouter } from "react-router-dom";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
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
  before: null,
  report_id: "",
});
const ONE = watch("w1", "+1 650-253-0000");
const TWO: Watch = {
  ...watch("w2", "+44 20 7946 0000"),
  country: "GB",
  score: 90,
  band: "high",
  changed: "2027-02-03T10:00:00.000Z",
  before: 35,
  report_id: "r2",
};

async function open(ports: Partial<AlertsProps> = {}, watches: Watch[] = [ONE, TWO]) {
  const calls: string[] = [];
  const end = async (id: string) => {
    calls.push(`end ${id}`);
    await ports.end?.(id);
  };
  const start = async (phoneNumber: string, country: string) => {
    calls.push(`start ${phoneNumber} ${country}`);
    return await ports.start?.(phoneNumber, country) ?? { ...ONE, id: "again" };
  };
  const list = ports.list ?? (() => Promise.resolve(watches));
  const toCheck = ({ number }: Watch) => ({ to: "/check", label: `Check ${number}` });
  const alerts = <Alerts list={list} start={start} end={end} country="US" toCheck={toCheck} />;
  return { calls, shown: await show(<MemoryRouter>{alerts}</MemoryRouter>) };
}

const NONE = "No alerts yet";
const isOn = (shown: Awaited<ReturnType<typeof show>>) =>
  shown.all("[data-testid=alert-switch]").map((one) => one.getAttribute("aria-checked"));

describe("the member's alerts", () => {
  const at = (now: string) => install({ now: new Date(now), toFake: ["Date"] });

  const said = (part: { readonly textContent: string | null }) => (part.textContent ?? "").replaceAll("\u00a0", " ");
  const rowsOf = (shown: Awaited<ReturnType<typeof show>>, testId: string) =>
    shown.all(`[data-testid=${testId}]`).map(said);

  it("lists each number with its score and its last change, or since when its alerts are on", async () => {
    const clock = at("2028-01-01T12:00:00.000Z");
    const { shown } = await open();
    assertEquals(rowsOf(shown, "alert"), [
      "90+44 20 7946 0000United KingdomHigh riskRisk rose from 35 to 90 · Feb 3, 2027",
      "20+1 650 253 0000United StatesSome signalsNo change since Jan 31, 2027",
    ]);
    assertStringIncludes(shown.text(), "We check each number once a day and email ann@example.com when its score");
    assertEquals(shown.text().includes(NONE), false);
    await shown.close();
    const none = await open({}, []);
    assertStringIncludes(none.shown.text(), NONE);
    assertEquals(none.shown.all("ul").length, 0);
    assertEquals(none.shown.text().includes("email ann"), false);
    await none.shown.close();
    clock.uninstall();
  });

  it("lists the changes by their day, the latest first, and leaves out the year of a day in the current one", async () => {
    const clock = at("2027-06-01T12:00:00.000Z");
    const change = (id: string, changed: string, before: number | null) => ({ ...TWO, id, e164: id, changed, before });
    const { shown } = await open({}, [
      change("+1", "2026-12-24T10:00:00.000Z", 95),
      change("+2", "2027-02-03T10:00:00.000Z", 35),
      // New reports alone leave the score as it was; earlier releases did not keep the score before.
      change("+3", "2027-01-05T10:00:00.000Z", 90),
      change("+4", "2027-01-04T10:00:00.000Z", null),
    ]);
    const changes = rowsOf(shown, "alert").map((row) => row.replace(/.*High risk/, ""));
    assertEquals(changes, [
      "Risk rose from 35 to 90 · Feb 3",
      "Member reports changed · Jan 5",
      "Changed · Jan 4",
      "Risk fell from 95 to 90 · Dec 24, 2026",
    ]);
    await shown.close();
    clock.uninstall();
  });

  it("marks a change as new for a week", async () => {
    const marks = async (now: string) => {
      const clock = at(now);
      const { shown } = await open();
      const found = shown.all(".tag").map(({ textContent }) => textContent);
      await shown.close();
      clock.uninstall();
      return found;
    };
    assertEquals(await marks("2027-02-10T09:00:00.000Z"), ["New"]);
    assertEquals(await marks("2027-02-10T11:00:00.000Z"), []);
  });

  it("opens the number's latest report, or the check of a number without one", async () => {
    const { shown } = await open();
    const links = shown.all("[data-testid=alert] a").map((link) => [
      link.getAttribute("href"),
      link.getAttribute("aria-label"),
    ]);
    assertEquals(links, [
      ["/webapp?view=history&report=r2", `Open the report on ${phoneText("+44 20 7946 0000")}`],
      ["/check", "Check +1 650-253-0000"],
    ]);
    await shown.close();
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

  it("ends the alert whose switch was pressed; its row stays, and one more press takes it back", async () => {
    const [ending, starting] = [heldCall<void>(), heldCall<Watch>()];
    const { calls, shown } = await open({ end: () => ending.promise, start: () => starting.promise });
    const switches = () => shown.all("[data-testid=alert-switch]");
    const pressSecond = () => shown.press(switches()[1] ?? shown.at("none"));
    await pressSecond();
    assertEquals(switches().map((one) => one.getAttribute("aria-disabled")), [null, "true"]);
    assertEquals(isOn(shown), ["true", "true"], "it is on until the server has answered");
    await pressSecond();
    ending.answer();
    await shown.settle();
    assertEquals([calls, isOn(shown)], [["end w1"], ["true", "false"]]);
    assertStringIncludes(shown.text(), "Alerts for +1 650 253 0000 are off.");
    assertEquals(shown.text().includes(NONE), false);
    await pressSecond();
    starting.answer({ ...ONE, id: "w9" });
    await shown.settle();
    assertEquals([calls, isOn(shown)], [["end w1", "start +16502530000 "], ["true", "true"]]);
    await pressSecond();
    assertEquals(calls.at(-1), "end w9", "the alert that was started again");
    await shown.close();
  });

  it("two switches can be pressed one right after the other", async () => {
    const calls = [heldCall<void>(), heldCall<void>()];
    const ends = calls.values();
    const { shown } = await open({ end: () => ends.next().value?.promise ?? Promise.resolve() });
    const busy = () => shown.all("[data-testid=alert-switch]").map((one) => one.getAttribute("aria-disabled"));
    for (const one of shown.all("[data-testid=alert-switch]")) await shown.press(one);
    assertEquals(busy(), ["true", "true"]);
    for (const call of calls) {
      call.answer();
      await shown.settle();
    }
    assertEquals([busy(), isOn(shown)], [[null, null], ["false", "false"]]);
    await shown.close();
  });

  it("adds a number once, with its country, and asks for one that is missing", async () => {
    const added = watch("w3", "+1 512-555-0100");
    const { calls, shown } = await open({ start: () => Promise.resolve(added) }, [ONE]);
    await shown.press("alert-add");
    assertStringIncludes(shown.text(), "Enter a phone number.");
    assertEquals(calls, []);
    for (const _ of ["first", "second"]) {
      await shown.type("alert-number", "(512) 555-0100");
      await shown.press("alert-add");
    }
    assertEquals(calls, ["start (512) 555-0100 US", "start (512) 555-0100 US"]);
    assertEquals(isOn(shown), ["true", "true"]);
    assertStringIncludes(shown.text(), "Alerts for +1 512 555 0100 are on.");
    await shown.close();
    const failing = await open({ start: () => Promise.reject(new ResponseError(422, { error: "No such number." })) });
    await failing.shown.type("alert-number", "12");
    await failing.shown.press("alert-add");
    assertStringIncludes(failing.shown.text(), "No such number.");
    await failing.shown.close();
  });

  it("a failed call is reported once, changes nothing, and is cleared by the next", async () => {
    let fails = true;
    const { shown } = await open({ end: () => fails ? Promise.reject(new NetworkError("down")) : Promise.resolve() });
    await shown.press("alert-switch");
    assertStringIncludes(shown.text(), "We didn't get an answer, so we don't know whether it worked.");
    assertEquals(isOn(shown), ["true", "true"]);
    fails = false;
    await shown.press("alert-switch");
    assertEquals(shown.text().includes("We didn't get an answer"), false);
    assertEquals(isOn(shown), ["false", "true"]);
    await shown.close();
  });

  it("looks and reads as approved in each of its states", async () => {
    const clock = at("2028-01-01T12:00:00.000Z");
    const [ending, starting] = [heldCall<void>(), heldCall<Watch>()];
    const { shown } = await open({ end: () => ending.promise, start: () => starting.promise }, [ONE]);
    const story = openStory(shown);
    story.add("one number");
    await shown.press("alert-switch");
    story.add("ending it");
    ending.answer();
    await shown.settle();
    story.add("ended");
    await shown.press("alert-switch");
    story.add("taking it back");
    starting.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    await story.compare("alerts");
    const none = await open({ list: () => Promise.reject(new ResponseError(500, "")) });
    const refused = openStory(none.shown);
    refused.add("a list that cannot be read");
    await refused.compare("alerts_unreadable");
    clock.uninstall();
  });
});
