/** The questions, step by step: what a tap, a key and each button do, and when urgent advice replaces them. */
import { beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { install } from "@sinonjs/fake-timers";
import { openStory, show, type Shown } from "../../../tests/support/app/component.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { findQuestion, QUESTIONS } from "./questions.ts";
import { Quiz, type QuizProps } from "./Quiz.tsx";
import { SEEN_MS } from "./QuestionScreen.tsx";
import { QuizGroup } from "./QuizGroup.tsx";
import { dispatchQuiz, quiz } from "./quiz_store.ts";

const questionOf = (n: number) => findQuestion(n) ?? assert(false, `There is no question ${n}`) as never;

interface Opened {
  readonly shown: Shown;
  readonly done: string[];
  /** Opens the question that the quiz asked for. */
  readonly go: (n: number) => Promise<void>;
}

async function open(Part: (props: QuizProps) => unknown, n: number): Promise<Opened> {
  const done: string[] = [];
  const part = (at: number) => (
    <>
      {[Part].map((One) => {
        const Component = One as typeof Quiz;
        return (
          <Component
            key="quiz"
            question={questionOf(at)}
            events={{
              answered: (question) => done.push(`answered ${question}`),
              skipped: (question) => done.push(`skipped ${question}`),
              urgentShown: (kind) => done.push(`urgent ${kind}`),
            }}
            onGo={(next) => done.push(`go ${next}`)}
            onLeave={() => done.push("leave")}
            onSkipAll={() => done.push("skip all")}
          />
        );
      })}
    </>
  );
  const shown = await show(part(n));
  return { shown, done, go: (at) => shown.render(part(at)) };
}
const option = (shown: Shown, value: string) =>
  shown.all(`input[value="${value}"]`)[0] ?? assert(false, `${value} is not offered`) as never;

describe("the quiz", () => {
  beforeEach(() => dispatchQuiz({ type: "quiz_restarted" }));

  it("asks each of its 20 questions as approved, with the focus on it", async () => {
    const { shown, go } = await open(Quiz, 1);
    const story = openStory(shown);
    for (const { n } of QUESTIONS) {
      await go(n);
      assertEquals(shown.all(":focus").map(({ tagName }) => tagName), ["H1"]);
      story.add(`question ${n}`);
    }
    await story.compare("questions");
  });

  it("a tap answers, shows its tick and then continues; a key answers and waits for Enter", async () => {
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    const { shown, done, go } = await open(Quiz, 5);
    await shown.tap(option(shown, "once"));
    assertEquals([quiz.value.quizAnswers[5], done], ["once", []]);
    await shown.change(() => clock.tick(SEEN_MS - 1));
    await shown.tap(option(shown, "few"));
    await shown.change(() => clock.tick(SEEN_MS - 1));
    assertEquals([shown.all("input:checked").length, done], [1, []], "a change of mind is seen as long");
    await shown.change(() => clock.tick(1));
    assertEquals([quiz.value.quizAnswers[5], done.splice(0)], ["few", ["answered 5", "go 6"]]);
    await go(6);
    await shown.tap(option(shown, "no"));
    await go(7);
    await shown.change(() => clock.tick(SEEN_MS));
    assertEquals(done, [], "a question that is left continues nothing");
    clock.uninstall();
    await go(6);
    await shown.press(option(shown, "no"));
    assertEquals([quiz.value.quizAnswers[6], done], ["no", []]);
    await shown.press("next-question");
    assertEquals(done.length, 2);
    assertEquals(done[0], "answered 6");
    await shown.close();
  });

  it("a question can be skipped without an answer; one button skips all; Back leads to the previous question, or out", async () => {
    const { shown, done, go } = await open(Quiz, 2);
    await shown.press("skip-question");
    assertEquals([quiz.value.quizAnswers[2], done.splice(0)], [null, ["skipped 2", "go 3"]]);
    await shown.press(shown.named("Back"));
    assertEquals(done.splice(0), ["go 1"]);
    await go(1);
    await shown.press(shown.named("Back"));
    await shown.press("skip-to-check");
    assertEquals(done, ["leave", "skip all"]);
    await shown.close();
  });

  it("the way on is there from the start, and works once there is an answer", async () => {
    const { shown, done } = await open(Quiz, 9);
    assertEquals(shown.at("next-question").hasAttribute("disabled"), true);
    await shown.press(option(shown, "link"));
    await shown.press("next-question");
    assertEquals([done, shown.has("skip-question")], [["answered 9", "go 10"], false]);
    await shown.press(option(shown, "link"));
    assertEquals([shown.at("next-question").hasAttribute("disabled"), shown.has("skip-question")], [true, true]);
    await shown.close();
  });

  it("leads from its last question or group to the results with one button, and nothing else says so", async () => {
    for (const [Part, n, way] of [[Quiz, 20, "next-question"], [QuizGroup, 17, "next-group"]] as const) {
      const { shown } = await open(Part, n);
      assertEquals([shown.at(way).textContent, shown.has("skip-to-check")], ["See what to do", false]);
      await shown.close();
    }
  });

  it("counts as done what is behind the question, not the question itself", async () => {
    const { shown } = await open(Quiz, 3);
    assertEquals(shown.all(".progress__fill").map((bar) => bar.getAttribute("width")), ["2", "0", "0", "0"]);
    await shown.close();
  });

  it("several answers are kept together, and an exclusive one clears the others", async () => {
    const { shown } = await open(Quiz, 9);
    await shown.press(option(shown, "link"));
    await shown.press(option(shown, "app"));
    assertEquals(quiz.value.quizAnswers[9], ["link", "app"]);
    await shown.press(option(shown, "no"));
    assertEquals(quiz.value.quizAnswers[9], ["no"]);
    await shown.close();
  });

  it("the country the visit comes from is preselected, and is the answer once the visitor continues", async () => {
    visitorLocation.value = { ip: "", country: "DE" };
    const { shown, done, go } = await open(Quiz, 17);
    const chosen = () => (shown.at("question-country") as unknown as HTMLSelectElement).value;
    assertEquals([chosen(), quiz.value.quizAnswers[17]], ["DE", null]);
    await shown.press("skip-question");
    assertEquals([quiz.value.quizAnswers[17], done.splice(0)], [null, ["skipped 17", "go 18"]]);
    await shown.press("next-question");
    assertEquals([quiz.value.quizAnswers[17], done.splice(0)], ["DE", ["answered 17", "go 18"]]);
    await shown.type("question-country", "US");
    assertEquals(quiz.value.quizAnswers[17], "US");
    assertEquals(shown.at("skip-question").textContent, "Prefer not to say");
    await shown.press("skip-question");
    assertEquals([quiz.value.quizAnswers[17], done.splice(0)], [null, ["skipped 17", "go 18"]], "takes it back");
    await go(15);
    assertEquals(chosen(), "", "the country that the caller names is not known");
    await shown.close();
    await Promise.resolve(dispatchQuiz({ type: "quiz_restarted" }));
    const group = await open(QuizGroup, 17);
    const answered = () => group.shown.at("group-answered").textContent;
    assertEquals(answered(), "1 of 4 answered");
    group.shown.named("Prefer not to say").focus();
    await group.shown.press(group.shown.named("Prefer not to say"));
    assertEquals(
      group.shown.at("question-country").ownerDocument.activeElement?.getAttribute("data-testid"),
      "question-country",
    );
    assertEquals([answered(), group.shown.all("button").some((each) => each.textContent === "Prefer not to say")], [
      "0 of 4 answered",
      false,
    ]);
    await group.shown.press("next-group");
    assertEquals([quiz.value.quizAnswers[17], group.done.splice(0)[0]], [null, "skipped 17"]);
    await group.shown.type("question-country", "DE");
    assertEquals(answered(), "1 of 4 answered");
    await group.shown.press("next-group");
    assertEquals([quiz.value.quizAnswers[17], group.done[0]], ["DE", "answered 17"]);
    await group.shown.close();
    visitorLocation.value = { ip: "", country: "" };
  });

  it("urgent advice replaces the question at once, has the focus, and leads on", async () => {
    const { shown, done, go } = await open(Quiz, 8);
    await shown.tap(option(shown, "yes"));
    const story = openStory(shown);
    story.add("asked for a code");
    assertEquals(done.splice(0), ["urgent code_asked"]);
    assertEquals(shown.all(":focus").map((each) => each.getAttribute("data-testid")), ["urgent"]);
    await shown.press(shown.named("Back"));
    assertEquals([shown.has("urgent"), done], [false, []], "back leads to the question that was answered");
    await shown.press(option(shown, "no"));
    await shown.press(option(shown, "yes"));
    assertEquals(done.splice(0), ["urgent code_asked"]);
    await shown.press("urgent-go-on");
    assertEquals(done.splice(0), ["answered 8", "go 9"]);
    await go(9);
    assertEquals([shown.has("urgent"), shown.has("skip-question")], [false, true]);
    await story.compare("quiz_urgent");
  });
});

describe("urgent advice", () => {
  beforeEach(() => dispatchQuiz({ type: "quiz_restarted" }));

  it("stays with its question when the browser's back button leads away from it", async () => {
    const { shown, go } = await open(Quiz, 8);
    await shown.tap(option(shown, "yes"));
    assertEquals(shown.has("urgent"), true);
    await go(7);
    assertEquals([shown.has("urgent"), shown.has("skip-question")], [false, true]);
    await go(8);
    assertEquals(shown.has("urgent"), false);
    await shown.close();
  });
});

describe("a whole group of questions", () => {
  beforeEach(() => dispatchQuiz({ type: "quiz_restarted" }));

  it("is answered on one page, undone, and left by one button", async () => {
    const { shown, done, go } = await open(QuizGroup, 1);
    const story = openStory(shown);
    story.add("the first group");
    const answered = () => shown.at("group-answered").textContent;
    const way = () => shown.at("next-group").textContent;
    assertEquals([answered(), way()], ["0 of 5 answered", "Skip these questions"]);
    await shown.press(option(shown, "once"));
    story.add("one answer");
    assertEquals([answered(), way()], ["1 of 5 answered", "Continue"]);
    shown.named("Clear").focus();
    await shown.press(shown.named("Clear"));
    assertEquals(shown.all('[data-question="5"] input')[0]?.matches(":focus"), true);
    assertEquals(answered(), "0 of 5 answered");
    assertEquals(quiz.value.quizAnswers[5], null);
    await shown.press("next-group");
    assertEquals(done.splice(0), ["skipped 1", "skipped 2", "skipped 3", "skipped 4", "skipped 5", "go 6"]);
    await shown.press(shown.named("Back"));
    assertEquals(done.splice(0), ["leave"]);
    await go(6);
    await shown.press(shown.named("Back"));
    assertEquals(done.splice(0), ["go 5"]);
    const [code] = shown.all('[data-question="8"] input[value="yes"]');
    await shown.press(code ?? "none");
    story.add("urgent in the second group");
    assertEquals(done.splice(0), ["urgent code_asked"]);
    assertEquals(shown.all('[data-question="8"] [role="alert"]').length, 1, "right below the question, at once");
    assertEquals(shown.all('[data-testid="urgent"]').length, 1);
    const [noCode] = shown.all('[data-question="8"] input[value="no"]');
    await shown.press(noCode ?? "none");
    assertEquals(shown.has("urgent"), false);
    await shown.press(code ?? "none");
    await shown.press("next-group");
    assertEquals(done.filter((line) => !line.startsWith("skipped")), ["urgent code_asked", "answered 8", "go 12"]);
    await story.compare("quiz_group");
  });
});
