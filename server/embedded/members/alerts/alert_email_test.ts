/** What the email about a changed number says, in each language, compared with the approved texts. */
import { describe, it } from "@std/testing/bdd";
import { compareApproved, emailText } from "../../../../tests/support/approved.ts";
import { numberChangedEmail } from "./alert_email.ts";
import type { NumberRating } from "./alerts.ts";

const BEFORE: NumberRating = { score: 20, reporters: 1 };
const CHANGES: Readonly<Record<string, NumberRating>> = {
  score: { score: 60, reporters: 1 },
  reports: { score: 20, reporters: 2 },
  both: { score: 75, reporters: 1_200 },
};

describe("the email about a changed number", () => {
  for (const [what, now] of Object.entries(CHANGES)) {
    it(`${what}: says what was approved`, () =>
      compareApproved(`emails/number_changed_${what}`, (language) =>
        emailText(numberChangedEmail({
          row: { ...BEFORE, e164: "+16502530000" },
          now,
          language,
          off: "https://app.example/api/end-watch/SECRET",
          report: "https://app.example/trustcheck/webapp",
        }))));
  }
});
