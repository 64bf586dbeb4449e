/** The page of a question: its title, and its top, even where the page around it stays. */
import { afterEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show, type Shown } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { useLocation } from "react-router-dom";
import { CHECK_STEPS, EMPTY_PHONE_LOOKUP } from "../../../server/wire/members/report.ts";
import { GROUPS, QUESTIONS } from "../../features/quiz/questions.ts";
import { askAbout, dispatchQuiz, forgetQuiz, quiz } from "../../features/quiz/quiz_store.ts";
import { dispatchConsent } from "../../features/consent/consent_store.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { setNumber } from "../../lib/storage/validator_store.ts";
import { QuizPage } from "./QuizPage.tsx";
import { tracker } from "../../visit/tracker.ts";
import { ScanningPage } from "./ScanningPage.tsx";

const FREE_RESULT = {
  facts: {
    phone: { ...EMPTY_PHONE_LOOKUP, isValid: true, phoneNumber: "+16502530000" },
    e164: "+16502530000",
    timeZones: [],
    dataVersions: [],
  },
  score: { value: 0, band: "none", reasons: [] },
  paid: { unknowns: 0, memberReports: 0 },
};

/** The questions and the scan, as the router shows them by their addresses. */
function Funnel() {
  const { pathname, search } = useLocation();
  const n = Number(new URLSearchParams(search).get("q"));
  return (
    <>
      <output data-testid="address">{pathname + search}</output>
      {pathname === "/scanning" ? <ScanningPage /> : n > 0 && <QuizPage n={n} />}
    </>
  );
}

describe("the page of a question", () => {
  it("has the question as its title and alone on a phone, and its group on a wide screen", async () => {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    Object.assign(globalThis, { scrollTo: () => {} });
    const { matchMedia } = globalThis;
    const shownOn = async (isWide: boolean) => {
      const list = { matches: isWide, addEventListener: () => {}, removeEventListener: () => {} };
      Object.assign(globalThis, { matchMedia: () => list });
      const shown = await show(<QuizPage n={1} />, { path: "/quiz/1" });
      const parts = [document.title, shown.all(".only-narrow").length, shown.all(".only-wide").length];
      await shown.close();
      return parts;
    };
    try {
      assertEquals(await shownOn(false), ["How did this number reach you? · TrustCheck", 1, 0]);
      assertEquals(await shownOn(true), ["First contact · TrustCheck", 0, 1]);
    } finally {
      Object.assign(globalThis, { matchMedia });
      Reflect.deleteProperty(globalThis, "scrollTo");
    }
  });

  it("W-TRACK-05: the first question that is shown once cookies are allowed starts the quiz, whichever it is and once", async () => {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    Object.assign(globalThis, { scrollTo: () => {} });
    const { quizStart } = tracker();
    let starts = 0;
    Object.assign(tracker(), { quizStart: () => void starts++ });
    const startsAfter = async (...questions: readonly number[]) => {
      for (const n of questions) await (await show(<QuizPage n={n} />, { path: `/?q=${n}` })).close();
      return starts;
    };
    forgetQuiz();
    assertEquals(await startsAfter(7), 0);
    dispatchConsent({ type: "given" });
    assertEquals(await startsAfter(7, 8, 1), 1);
    assertEquals(JSON.parse(localStorage.getItem("quizAnswers") ?? "").counted, true);
    askAbout("+16502530000", { phoneNumber: "+16502530000", country: "" });
    assertEquals(await startsAfter(1), 1);
    askAbout("+442079460000", { phoneNumber: "+442079460000", country: "" });
    assertEquals(await startsAfter(1, 2), 2);
    forgetQuiz();
    dispatchConsent({ type: "refused" });
    Object.assign(tracker(), { quizStart });
    Reflect.deleteProperty(globalThis, "scrollTo");
  });

  it("is scrolled to its top at the first and at each further question, but not in between", async () => {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    const scrolled: unknown[] = [];
    Object.assign(globalThis, { scrollTo: (...to: readonly unknown[]) => scrolled.push(to) });
    const shown = await show(<QuizPage n={1} />, { path: "/quiz/1" });
    const count = () => scrolled.splice(0).length;
    const first = count();
    await shown.render(<QuizPage n={1} />);
    assertEquals([first > 0, count()], [true, 0]);
    await shown.render(<QuizPage n={2} />);
    assertEquals(scrolled, [[0, 0]]);
    await shown.close();
    Reflect.deleteProperty(globalThis, "scrollTo");
  });

  it("W-QUIZ-12: questions follow their order with their progress, lead back the same way, and end at scan and plans", async () => {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    const { matchMedia, fetch } = globalThis;
    const phone = (query: string) => ({
      matches: query.includes("reduced-motion"),
      addEventListener() {},
      removeEventListener() {},
    });
    const events = [
      ...CHECK_STEPS.map((step) => ({ type: "step", step, finding: "Found", took_us: 1 })),
      { type: "done", result: FREE_RESULT },
    ];
    const check = () => Promise.resolve(new Response(events.map((event) => JSON.stringify(event)).join("\n")));
    Object.assign(globalThis, { scrollTo: () => {}, matchMedia: phone, fetch: check });
    setNumber({ phoneNumber: "+1 650-253-0000", country: "US" });
    dispatchQuiz({ type: "quiz_restarted" });
    const shown = await show(<Funnel />, { path: "/?q=1" });
    try {
      const said = () => [
        shown.at("address").textContent,
        shown.all(".progress__text").map((line) => line.textContent).join(),
      ];
      const expected = QUESTIONS.map(({ n, group }) => {
        const name = GROUPS.find(({ id }) => id === group)?.name;
        return [`/?q=${n}`, `${name}Question ${n} of 20`];
      });
      const forward = [];
      for (let at = 1; at <= 20; at++) {
        forward.push(said());
        if (at < 20) await shown.press("skip-question");
      }
      assertEquals(forward, expected);
      const back = [said()];
      for (let at = 20; at > 1; at--) {
        await shown.press(shown.named("Back"));
        back.push(said());
      }
      assertEquals(back, expected.toReversed());
      await shown.press(shown.named("Back"));
      assertEquals(said()[0], "/", "back from the first question leaves the quiz");
    } finally {
      await shown.close();
    }
    const last = await show(<Funnel />, { path: "/?q=20" });
    try {
      await last.press("skip-question");
      await last.settle();
      assertEquals([last.at("address").textContent, last.at("get-report").getAttribute("href")], [
        "/scanning",
        "/?step=details",
      ]);
    } finally {
      await last.close();
      Object.assign(globalThis, { matchMedia, fetch });
      Reflect.deleteProperty(globalThis, "scrollTo");
      setNumber({ phoneNumber: "", country: "" });
    }
  });
});

it("the result has the focus in place of the scan, also on a page that was loaded again", async () => {
  provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
  const { fetch } = globalThis;
  const check = () => Promise.resolve(new Response(JSON.stringify({ type: "done", result: FREE_RESULT })));
  Object.assign(globalThis, { scrollTo: () => {}, fetch: check });
  setNumber({ phoneNumber: "+1 650-253-0000", country: "US" });
  const shown = await show(<Funnel />, { path: "/scanning" });
  for (let turns = 0; turns < 500 && !shown.has("teaser"); turns++) await shown.settle();
  assertEquals(document.activeElement?.id, "content");
  await shown.close();
  Object.assign(globalThis, { fetch });
  Reflect.deleteProperty(globalThis, "scrollTo");
  setNumber({ phoneNumber: "", country: "" });
});

describe("the page of the scan", () => {
  const { fetch } = globalThis;
  async function scan(check: () => Promise<Response>, isThere: (shown: Shown) => boolean): Promise<Shown> {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    Object.assign(globalThis, { scrollTo: () => {}, fetch: check });
    setNumber({ phoneNumber: "+1 650-253-0000", country: "US" });
    const shown = await show(<Funnel />, { path: "/scanning" });
    for (let turns = 0; turns < 500 && !isThere(shown); turns++) await shown.settle();
    return shown;
  }
  afterEach(() => {
    Object.assign(globalThis, { fetch });
    Reflect.deleteProperty(globalThis, "scrollTo");
    dispatchQuiz({ type: "quiz_restarted" });
    setNumber({ phoneNumber: "", country: "" });
  });

  it("W-QUIZ-12, W-SCREEN-01: an urgent answer brings help first, also with a harmless score, and pins no offer", async () => {
    const found = async (answer: string | null) => {
      quiz.value = { ...quiz.value, quizAnswers: { ...quiz.value.quizAnswers, 8: answer } };
      const done = JSON.stringify({ type: "done", result: FREE_RESULT });
      const shown = await scan(() => Promise.resolve(new Response(done)), (page) => page.has("teaser"));
      const help = shown.all("[data-testid=teaser] > *")[0] === shown.all("[data-testid=urgent]")[0];
      const first = shown.all("h2").some((title) => title.textContent === "Do this first");
      const seen = [shown.has("urgent"), help, first, shown.all(".pinned").length];
      await shown.close();
      return seen;
    };
    assertEquals(await found("yes"), [true, true, true, 0]);
    assertEquals(await found(null), [false, false, false, 1]);
  });

  it("W-TRACK-05: a scan that fails is an event with what the visitor reads", async () => {
    const events: string[] = [];
    const { scanError } = tracker();
    Object.assign(tracker(), { scanError: (text: string) => void events.push(text) });
    const shown = await scan(() => Promise.reject(new TypeError("down")), (page) => page.has("scan-error"));
    assertEquals(events, [shown.all("[data-testid=scan-error] p")[0]?.textContent]);
    await shown.close();
    Object.assign(tracker(), { scanError });
  });
});
