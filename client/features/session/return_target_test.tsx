/** Where a visitor lands who asked for a page of the members area before signing in. */
import { BrowserRouter } from "react-router-dom";
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import { returnTarget, useReturnTarget } from "./return_target.ts";

function Target() {
  return <output data-testid="target">{useReturnTarget()}</output>;
}

const ASKED = "/webapp?view=history&report=r1";

/** A sign-in page that opens with this state of the history, at this address. */
async function open({ state, search = "" }: { readonly state?: unknown; readonly search?: string }) {
  history.replaceState({ usr: state, key: "k", idx: 0 }, "", `/trustcheck/sign-in${search}`);
  const shown = await show(
    <BrowserRouter basename="/trustcheck">
      <Target />
    </BrowserRouter>,
  );
  return { target: shown.at("target").textContent, close: () => shown.close() };
}

describe("the page after sign-in", () => {
  it("is the one that was asked for: by the page before, by the emailed link, or before the way to a provider", async () => {
    const asked = await open({ state: { next: ASKED } });
    assertEquals([asked.target, returnTarget.read()], [ASKED, ASKED]);
    await asked.close();
    // A browser that leaves for the provider takes nothing back.
    returnTarget.write(ASKED);
    const back = await open({});
    assertEquals(back.target, ASKED);
    await back.close();
    assertEquals(returnTarget.read(), "", "a visitor who leaves the page starts anew");
    const link = new URL(`/trustcheck/sign-in?next=${encodeURIComponent(ASKED)}`, location.origin);
    const mailed = await open({ search: `?mode=signIn&oobCode=c&continueUrl=${encodeURIComponent(link.href)}` });
    assertEquals(mailed.target, ASKED);
    await mailed.close();
    const continued = await open({ search: `${link.search}&apiKey=k&oobCode=c&mode=signIn` });
    assertEquals(continued.target, ASKED, "W-AUTH-11: from Firebase's page for links");
    await continued.close();
  });

  it("is the start of the members area for anything else", async () => {
    const foreign = `?continueUrl=${encodeURIComponent(`https://evil.example/?next=${ASKED}`)}`;
    const outside = `?continueUrl=${encodeURIComponent(`${location.origin}/?next=https://evil.example/webapp`)}`;
    for (
      const visit of [{}, { state: { next: "/terms" } }, { search: foreign }, { search: outside }, {
        search: "?next=https://evil.example/webapp",
      }]
    ) {
      const opened = await open(visit);
      assertEquals(opened.target, "/webapp", JSON.stringify(visit));
      await opened.close();
    }
  });
});
