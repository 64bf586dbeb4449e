/** The start page on the way back to it: whose answers it offers to continue. */
import { beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { askAbout, dispatchQuiz, forgetQuiz } from "../../features/quiz/quiz_store.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { forgetNumber, setNumber } from "../../lib/storage/validator_store.ts";
import { MainPage } from "./MainPage.tsx";

const TYPED = { phoneNumber: "650 253 0000", country: "US" };
const answerOne = () =>
  dispatchQuiz({ type: "question_answered", question: 1, answer: "call", at: "2027-02-01T10:00:00.000Z" });

describe("an interrupted quiz", () => {
  beforeEach(() => {
    forgetQuiz();
    forgetNumber();
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
  });

  it("is offered only beside the number that its answers are about", async () => {
    setNumber(TYPED);
    askAbout("+16502530000", TYPED);
    answerOne();
    const shown = await show(<MainPage />, { path: "/" });
    const offered = [shown.has("resume")];
    for (const number of ["020 7946 0000", TYPED.phoneNumber]) {
      await shown.type("phone", number);
      offered.push(shown.has("resume"));
    }
    assertEquals(offered, [true, false, true]);
    await shown.focus("phone-country");
    await shown.type("phone-country", "GB");
    assertEquals(shown.has("resume"), false, "the same digits in another country are another number");
    await shown.close();
  });

  it("that began before the first check is offered beside any number", async () => {
    answerOne();
    const shown = await show(<MainPage />, { path: "/" });
    assertEquals(shown.has("resume"), false);
    await shown.type("phone", "020 7946 0000");
    assertEquals(shown.has("resume"), true);
    await shown.close();
    forgetQuiz();
    forgetNumber();
  });
});
