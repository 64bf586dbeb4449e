import { assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { QUESTION_COUNT } from "./advice/answers.ts";
import { toggleChoice } from "./choice.ts";
import { findQuestion, GROUPS, QUESTIONS } from "./questions.ts";
import { isAsked, questionAfter, questionBefore, questionToResume } from "./quiz_skips.ts";
import { initialQuizState, type QuizEvent, type QuizState, reduceQuiz } from "./quiz_state.ts";
import { setNumber, suggestCountry, validator } from "../../lib/storage/validator_store.ts";
import { askAbout, dispatchQuiz, forgetQuiz, quiz, restoredQuizState, storedQuizSchema } from "./quiz_store.ts";

const AT = "2026-11-21T06:00:00.000Z";
const START = initialQuizState("");

function answered(...pairs: readonly (readonly [number, string | readonly string[]])[]): QuizState {
  return pairs.reduce(
    (state, [question, answer]) => reduceQuiz(state, { type: "question_answered", question, answer, at: AT }),
    START,
  );
}

describe("quiz state", () => {
  it("W-QUIZ-01 W-QUIZ-08 W-QUIZ-10 W-LIMIT-05: answers are numbered 1 to 20, each null at the start, and no field is added", () => {
    assertEquals(Object.keys(START.quizAnswers).map(Number), Array.from({ length: 20 }, (_, index) => index + 1));
    assertEquals([...new Set(Object.values(START.quizAnswers))], [null]);
    assertEquals(Object.keys(START).sort(), [
      "email",
      "isPaymentModalOpen",
      "quizAnswers",
      "startDate",
    ]);
  });

  it("W-QUIZ-04 W-QUIZ-05: the initial values", () => {
    assertEquals(
      [START.startDate, START.isPaymentModalOpen],
      [null, false],
    );
  });

  it("W-QUIZ-02 W-QUIZ-09: the email is the stored one or empty text", () => {
    assertEquals([initialQuizState("").email, initialQuizState("ana@example.com").email], ["", "ana@example.com"]);
  });

  it("W-QUIZ-10: there are no fields beyond the required ones: the twenty questions need no other", () => {
    assertEquals(
      Object.keys(initialQuizState("")).join(" "),
      "startDate email isPaymentModalOpen quizAnswers",
    );
    assertEquals(QUESTIONS.length, Object.keys(initialQuizState("").quizAnswers).length);
  });

  it("W-QUIZ-11: the state holds no phone number", () => {
    assertEquals(Object.keys(START).filter((key) => /phone|number/i.test(key)), []);
  });

  it("W-QUIZ-01: startDate is the time of the first answer and stays until the quiz is restarted", () => {
    const first = answered([1, "call"]);
    const later: QuizEvent = { type: "question_answered", question: 2, answer: "yes", at: "2027-01-01T00:00:00.000Z" };
    assertEquals([first.startDate, reduceQuiz(first, later).startDate], [AT, AT]);
    assertEquals(reduceQuiz(START, { ...later, answer: null }).startDate, null);
    assertEquals(reduceQuiz(first, { type: "quiz_restarted" }).startDate, null);
  });

  it("W-START-06: the payment modal is one flag, open or closed", () => {
    const open = reduceQuiz(START, { type: "payment_modal_opened" });
    assertEquals([open.isPaymentModalOpen, reduceQuiz(open, { type: "payment_modal_closed" }).isPaymentModalOpen], [
      true,
      false,
    ]);
  });

  it("a question that does not exist changes nothing", () => {
    for (const question of [0, 21, 1.5, NaN]) {
      assertStrictEquals(reduceQuiz(START, { type: "question_answered", question, answer: "yes", at: AT }), START);
    }
  });

  it("an empty choice counts as unanswered", () => {
    assertEquals(answered([7, ["crypto"]], [7, []]).quizAnswers[7], null);
  });
});

describe("order of the questions", () => {
  it("W-QUIZ-03: 20 questions in four groups, every one with answers", () => {
    assertEquals(QUESTIONS.map((row) => row.n), Array.from({ length: QUESTION_COUNT }, (_, index) => index + 1));
    assertEquals(GROUPS.map(({ id }) => QUESTIONS.filter((row) => row.group === id).length), [5, 6, 5, 4]);
    assertEquals(QUESTIONS.filter((row) => row.kind !== "country" && row.options.length < 2), []);
    assertEquals(QUESTIONS.filter((row) => row.kind === "many").map((row) => row.n), [7, 9, 10, 11, 12]);
  });

  it("W-QUIZ-12: an answer that makes a question pointless skips it, forward and back", () => {
    const notYet = answered([1, "not_yet"]).quizAnswers;
    assertEquals(QUESTIONS.map((row) => row.n).filter((n) => isAsked(n, notYet)), [1, 3, 4, 17, 18, 19, 20]);
    assertEquals([questionAfter(1, notYet), questionAfter(4, notYet), questionBefore(17, notYet)], [3, 17, 4]);
    assertEquals(questionAfter(6, answered([6, "no"]).quizAnswers), 8);
    assertEquals(questionAfter(13, answered([9, ["no"]]).quizAnswers), 15);
    assertEquals([questionAfter(20, notYet), questionBefore(1, notYet)], [undefined, undefined]);
  });

  it("an answer to a question that is no longer asked goes back to null", () => {
    const state = answered([6, "yes"], [7, ["crypto"]], [6, "no"]);
    assertEquals(state.quizAnswers[7], null);
  });

  it("continues after the last answer following an interruption", () => {
    assertEquals(questionToResume(START.quizAnswers), undefined);
    assertEquals(questionToResume(answered([1, "call"], [6, "no"]).quizAnswers), 8);
    assertEquals(questionToResume(answered([20, "yes"]).quizAnswers), 20);
  });
});

describe("choice among several answers", () => {
  const options = findQuestion(7)?.options ?? [];
  const cases: readonly (readonly [readonly string[], string, unknown])[] = [
    [[], "crypto", ["crypto"]],
    [["crypto"], "gift_card", ["gift_card", "crypto"]],
    [["crypto"], "crypto", null],
    [["crypto", "cash"], "none", ["none"]],
    [["none"], "cash", ["cash"]],
  ];
  for (const [chosen, value, expected] of cases) {
    it(`${chosen.join("+") || "nothing"} and ${value}`, () => {
      assertEquals(toggleChoice(options, chosen, value), expected);
    });
  }
});

describe("stored answers", () => {
  it("of any other shape are ignored", () => {
    const bad = [
      {},
      { startDate: null, quizAnswers: { 21: "yes" } },
      { startDate: 1, quizAnswers: {} },
      { startDate: null, quizAnswers: { 1: { x: 1 } } },
      { startDate: null, quizAnswers: { 1: "a".repeat(33) } },
    ];
    assertEquals(bad.filter((value) => storedQuizSchema.safeParse(value).success), []);
    assertEquals(
      storedQuizSchema.safeParse({ startDate: AT, quizAnswers: { 1: "call", 7: ["cash"] } }).success,
      true,
    );
  });
});

describe("what a reload finds", () => {
  it("W-QUIZ-02: a typed email is kept and fills the field on the next visit; the number is kept separately", () => {
    dispatchQuiz({ type: "email_changed", email: "ana@mail.example" });
    assertEquals([localStorage.getItem("quizEmail"), restoredQuizState().email], [
      '"ana@mail.example"',
      "ana@mail.example",
    ]);
    setNumber({ phoneNumber: "+1 650 253 0000", country: "US" });
    assertEquals(localStorage.getItem("validatorData"), '{"phoneNumber":"+1 650 253 0000","country":"US"}');
    assertEquals(sessionStorage.getItem("tabNumber"), localStorage.getItem("validatorData"), "this tab's own");
    suggestCountry("GB");
    assertEquals([validator.value.country, localStorage.getItem("validatorData")?.includes("GB")], ["GB", false]);
    for (const key of ["quizEmail", "validatorData"]) localStorage.removeItem(key);
    sessionStorage.removeItem("tabNumber");
  });
});

describe("what another member's sign-in in another tab leaves", () => {
  it("keeps the card form that is open, and nothing that was entered", () => {
    dispatchQuiz({ type: "email_changed", email: "ana@mail.example" });
    dispatchQuiz({ type: "payment_modal_opened" });
    forgetQuiz();
    assertEquals(quiz.value, { ...START, isPaymentModalOpen: true });
    dispatchQuiz({ type: "payment_modal_closed" });
    forgetQuiz();
    assertEquals(quiz.value, START);
  });
});

describe("answers belong to a number", () => {
  it("another number starts without answers, the same one keeps them", () => {
    const answer = () => quiz.value.quizAnswers[8];
    // Local storage persists between runs of the runtime, so the test sets the number first.
    askAbout("+16502530000", { phoneNumber: "+16502530000", country: "" });
    dispatchQuiz({ type: "question_answered", question: 8, answer: "yes", at: AT });
    askAbout("+16502530000", { phoneNumber: "+16502530000", country: "" });
    assertEquals(answer(), "yes");
    askAbout("+442079460000", { phoneNumber: "+442079460000", country: "" });
    assertEquals([answer(), quiz.value.startDate], [null, null]);
  });
});
