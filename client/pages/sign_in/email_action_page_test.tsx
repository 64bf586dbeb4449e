/** The sign-in page as the links of other emails open it: to confirm an address, and to set a password. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { openStory, show } from "../../../tests/support/app/component.ts";
import { emailActionOf, type EmailActionPorts } from "../../features/session/email_action.ts";
import { EmailActionPage, type EmailActionPageProps } from "./EmailActionPage.tsx";

const coded = (name: string) => Object.assign(new Error(name), { code: `auth/${name}` });

/** Ports whose first calls fail with these codes. */
function portsFailing(...codes: string[]) {
  const calls: string[] = [];
  const answer = (call: string) => {
    calls.push(call);
    const code = codes.shift();
    return code === undefined ? Promise.resolve() : Promise.reject(coded(code));
  };
  const ports: EmailActionPorts = {
    apply: (code) => answer(`apply ${code}`),
    reset: (code, password) => answer(`reset ${code} ${password}`),
  };
  return { ports, calls };
}

const open = (props: EmailActionPageProps) => show(<EmailActionPage {...props} />, { path: "/sign-in" });

describe("the link of an email", () => {
  beforeEach(() => void Object.assign(globalThis, { scrollTo: () => {} }));
  afterEach(() => void Reflect.deleteProperty(globalThis, "scrollTo"));

  it("is told from a sign-in link by its mode, and needs a code", () => {
    const of = (mode: string, code = "c1") => emailActionOf(`?mode=${mode}&oobCode=${code}`)?.mode;
    assertEquals(["verifyEmail", "verifyAndChangeEmail", "resetPassword"].map((mode) => of(mode)), [
      "verifyEmail",
      "verifyAndChangeEmail",
      "resetPassword",
    ]);
    assertEquals([of("signIn"), of("evil"), of("verifyEmail", ""), emailActionOf("")], [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("confirms an address once the page is open, after a lost connection by another try, and not when it is used", async () => {
    const { ports, calls } = portsFailing("network-request-failed");
    const shown = await open({ mode: "verifyEmail", code: "c1", ports });
    const story = openStory(shown);
    story.add("lost");
    await shown.press(shown.named("Try again"));
    story.add("confirmed");
    assertEquals(calls, ["apply c1", "apply c1"]);
    await shown.close();
    const used = await open({
      mode: "verifyAndChangeEmail",
      code: "c2",
      ports: portsFailing("invalid-action-code").ports,
    });
    assertStringIncludes(used.text(), "This link has already been used or has expired. Request a new one.");
    assertEquals(used.all("button").length, 0);
    await used.close();
    await story.compare("email_confirmation");
  });

  it("sets a new password: never an empty one, and another one when the first is refused", async () => {
    const { ports, calls } = portsFailing("weak-password");
    const shown = await open({ mode: "resetPassword", code: "c3", ports });
    const story = openStory(shown);
    await shown.press("new-password-save");
    assertEquals(calls, []);
    story.add("no password");
    for (const password of ["12345", "correct horse"]) {
      await shown.type("new-password", password);
      await shown.press("new-password-save");
    }
    story.add("changed");
    assertEquals(calls, ["reset c3 12345", "reset c3 correct horse"]);
    await shown.close();
    await story.compare("new_password");
  });
});
