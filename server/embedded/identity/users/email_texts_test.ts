/**
 * What the emails and text messages of the identity service say, in each language, compared with the approved texts.
 */
import { describe, it } from "@std/testing/bdd";
import { compareApproved, emailText } from "../../../../tests/support/approved.ts";
import type { CodeKind } from "./email_codes.ts";
import { writeEmail, writeText } from "./emails.ts";

const KINDS: readonly CodeKind[] = ["EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"];
const ABOUT = { to: "ann@example.com", code: "CODE", apiKey: "key", continueUrl: "https://app.example/next" };

describe("the texts of the identity service", () => {
  for (const codeKind of KINDS) {
    it(`${codeKind}: says what was approved`, () =>
      compareApproved(`emails/identity_${codeKind.toLowerCase()}`, (language) => {
        const { kind, to, ...email } = writeEmail({ ...ABOUT, language, codeKind }, "https://app.example/sign-in");
        return `${kind} to ${to}\n${emailText(email)}`;
      }));
  }

  it("a text message with a code says what was approved", () =>
    compareApproved("emails/identity_text_message", (language) => {
      const { kind, to, subject, text, html } = writeText({ to: "+16502530000", code: "123456", language });
      return [kind, to, subject, text, html].join("\n");
    }));
});
