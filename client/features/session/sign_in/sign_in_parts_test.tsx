/** The sign-in card and the claim of a purchase in each of their states, and what each press asks for. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { heldCall, openStory, show } from "../../../../tests/support/app/component.ts";
import type { Site } from "../../../../server/wire/site/site.ts";
import { provideSite } from "../../../lib/browser/site.ts";
import type { FinalizePorts } from "../finalize.ts";
import { PurchaseFinalizer } from "../PurchaseFinalizer.tsx";
import { SignInCard } from "./SignInCard.tsx";
import { type loadIdentity, provideIdentity } from "../identity/identity.ts";
import { signInPending } from "../session_store.ts";
import type { SignInState } from "./sign_in_state.ts";
import { useSignIn } from "./use_sign_in.ts";

const notTracked = () => {};

function Card() {
  return <SignInCard signIn={useSignIn(notTracked)} email="" />;
}

describe("the way back from the provider's page", () => {
  it("ends the wait when the browser shows the page as it was left", async () => {
    provideSite({ base: "/trustcheck", passkeyOrigin: "", identity: { mode: "embedded", projectId: "" } } as Site);
    provideIdentity({ redirectResult: () => Promise.resolve(undefined) } as Awaited<ReturnType<typeof loadIdentity>>);
    const shown = await show(<Card />);
    signInPending.write(true);
    const pageShow = async (persisted: boolean) => {
      await shown.change(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted })));
      for (let turns = 0; turns < 20 && signInPending.read(); turns++) await shown.settle();
      return signInPending.read();
    };
    assertEquals([await pageShow(false), await pageShow(true)], [true, false]);
    await shown.close();
  });
});

describe("the sign-in card", () => {
  it("offers every way, waits for one at a time, and says what to do next", async () => {
    provideSite({ passkeyOrigin: "http://localhost:8000" } as Site);
    Reflect.set(globalThis, "PublicKeyCredential", class {});
    const done: string[] = [];
    const ask = (what: string) => (...more: readonly string[]) => void done.push([what, ...more].join(" "));
    const part = (state: SignInState) => (
      <SignInCard
        signIn={{
          state,
          isOpeningLink: false,
          withProvider: ask("provider"),
          withPasskey: () => void done.push("passkey"),
          sendLink: ask("link to"),
          openWith: ask("open with"),
          startOver: () => void done.push("start over"),
        }}
        email="ann@example"
      />
    );
    const shown = await show(part({ kind: "idle", error: "" }));
    const story = openStory(shown);
    story.add("at first");
    await shown.press("sign-in-google");
    await shown.press("sign-in-apple");
    await shown.press("sign-in-passkey");
    await shown.press("sign-in-send");
    story.add("half an address");
    await shown.type("sign-in-email", " ann@example.com ");
    await shown.press("sign-in-send");
    for (const way of ["google", "apple", "email", "link", "passkey"] as const) {
      await shown.render(part({ kind: "busy", with: way }));
      story.add(`busy with ${way}`);
    }
    await shown.render(part({ kind: "idle", error: "The window was closed." }));
    story.add("failed");
    await shown.render(part({ kind: "idle", error: "A part did not load.", needsReload: true }));
    story.add("failed until the page is loaded again");
    await shown.render(part({ kind: "link_sent", email: "ann@example.com" }));
    story.add("a link was sent");
    assertEquals(document.activeElement?.textContent, "We sent a link to ann@example.com");
    await shown.press(shown.named("Sign in another way"));
    await shown.render(part({ kind: "idle", error: "" }));
    assertEquals(shown.at("sign-in-email").matches(":focus"), true, "the way back begins at the address");
    await shown.render(part({ kind: "email_needed", error: "" }));
    story.add("the address is needed");
    await shown.type("sign-in-email", "ann@example.com");
    await shown.press("sign-in-send");
    await shown.render(part({ kind: "email_needed", error: "That is another address." }));
    story.add("another address");
    await shown.render(part({ kind: "done" }));
    story.add("signed in");
    Reflect.deleteProperty(globalThis, "PublicKeyCredential");
    await shown.render(part({ kind: "idle", error: "" }));
    assertEquals(shown.has("sign-in-passkey"), false, "a browser without passkeys is offered none");
    assertEquals(done, [
      "provider google",
      "provider apple",
      "passkey",
      "link to ann@example.com",
      "start over",
      "open with ann@example.com",
    ]);
    await story.compare("sign_in_card");
  });
});

describe("the claim of a purchase", () => {
  it("W-FINAL-01: is made once; after a failure it is retried, or abandoned for another account", async () => {
    const done: string[] = [];
    let held = heldCall<unknown>();
    const ports: FinalizePorts = {
      finalize: ({ subscription_id, email }) => {
        done.push(`finalize ${subscription_id} for ${email}`);
        return held.promise;
      },
      saveProfile: (id) => Promise.resolve(void done.push(`profile ${id}`)),
      purchaseEmail: () => "",
      attribution: () => ({}) as ReturnType<FinalizePorts["attribution"]>,
      clearPurchase: () => done.push("clear"),
      goToWebapp: () => done.push("go"),
    };
    const user = {
      uid: "u1",
      email: "ann@example.com",
      displayName: "",
      providerId: "google.com",
      providerDataId: "",
      isAppleAuth: false,
      isGoogleAuth: true,
    };
    const part = () => (
      <PurchaseFinalizer
        user={user}
        vSubscriptionId="s1"
        ports={ports}
        onGiveUp={() => done.push("give up")}
      />
    );
    const shown = await show(part());
    const story = openStory(shown);
    story.add("claiming");
    await shown.render(part());
    held.answer({ error: "It belongs to another account." });
    await shown.settle();
    story.add("refused");
    await shown.press(shown.named("Use a different account"));
    held = heldCall();
    await shown.press(shown.named("Try again"));
    story.add("claiming again");
    held.answer({ error: "" });
    await shown.settle();
    assertEquals(done.slice(0, 3), ["finalize s1 for ann@example.com", "give up", "finalize s1 for ann@example.com"]);
    assertEquals(done.at(-1), "go");
    await story.compare("purchase_finalizer");
  });
});
