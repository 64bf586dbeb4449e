/** The members' first page: each view, report and chapter is an arrival with a title of its own. */
import { useSearchParams } from "react-router-dom";
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show, type Shown } from "../../tests/support/app/component.ts";
import type { Guide } from "../../server/wire/members/guide.ts";
import type { Site } from "../../server/wire/site/site.ts";
import { GuideView } from "../features/guide/GuideView.tsx";
import { provideSite } from "../lib/browser/site.ts";
import { visitorLocation } from "../lib/storage/location_store.ts";
import { EMPTY_VALIDATOR_DATA } from "../lib/storage/storage_keys.ts";
import { validator } from "../lib/storage/validator_store.ts";
import { Page } from "../ui/layout/Page.tsx";
import { useTitle } from "../ui/layout/use_title.ts";
import { MemberList } from "./members/MemberList.tsx";
import { WebappMainPage } from "./members/WebappMainPage.tsx";

const chapter = (id: string) => ({
  id,
  title: `Title ${id}`,
  about: null,
  lead: `Lead ${id}`,
  sections: [],
  short: [],
  sources: [],
});
const GUIDE: Guide = { title: "", version: "", chapters: [chapter("a"), chapter("b")] };

function Chapters() {
  const id = useSearchParams()[0].get("chapter") ?? "";
  return (
    <Page title="Scam guide" heading={false} place={id}>
      <Chapter id={id} />
    </Page>
  );
}

function Chapter({ id }: { readonly id: string }) {
  useTitle(GUIDE.chapters.find((each) => each.id === id)?.title ?? "Scam guide");
  return <GuideView guide={GUIDE} chapterId={id} toChapter={(to) => `/?chapter=${to}`} />;
}

describe("the members' views", () => {
  /** Follows a link as the keyboard does, and returns the document's title and what has the focus. */
  async function follow(shown: Shown, href: string) {
    const link = shown.all("main a").find((each) => each.getAttribute("href") === href);
    if (link === undefined) throw new Error(`No link to ${href}: ${shown.text()}`);
    link.focus();
    await shown.press(link);
    for (let turns = 0; turns < 100 && link.isConnected; turns++) await shown.settle();
    return [document.title.split(" · ")[0], document.activeElement?.tagName];
  }

  async function countScrolls(live: () => Promise<void>): Promise<number> {
    let scrolls = 0;
    const { fetch } = globalThis;
    Object.assign(globalThis, {
      scrollTo: () => scrolls++,
      fetch: () => Promise.reject(new TypeError("no connection")),
    });
    await live();
    Reflect.deleteProperty(globalThis, "scrollTo");
    globalThis.fetch = fetch;
    return scrolls;
  }

  it("a view begins at the top, with the focus on the page and its own title", async () => {
    provideSite({ base: "/trustcheck", identity: { mode: "embedded", projectId: "" } } as Site);
    const scrolls = await countScrolls(async () => {
      const shown = await show(<WebappMainPage />, { path: "/webapp" });
      assertEquals(await follow(shown, "/webapp?view=list"), ["Bulk check", "MAIN"]);
      assertEquals(await follow(shown, "/webapp?view=number"), ["Check a number", "MAIN"]);
      await shown.close();
    });
    assertEquals(scrolls, 2);
  });

  it("the bulk check reads numbers as in the member's country until another is chosen, not in a checked number's", async () => {
    validator.value = { phoneNumber: "7946 0018", country: "GB" };
    visitorLocation.value = { ip: "", country: "" };
    const shown = await show(<MemberList />, { path: "/webapp?view=list" });
    const chosen = () => Reflect.get(shown.at("batch-country"), "value");
    assertEquals(chosen(), "GB");
    await shown.change(() => visitorLocation.value = { ip: "192.0.2.1", country: "US" });
    assertEquals(chosen(), "US");
    await shown.type("batch-country", "DE");
    await shown.change(() => visitorLocation.value = { ip: "192.0.2.1", country: "FR" });
    assertEquals(chosen(), "DE");
    await shown.close();
    visitorLocation.value = { ip: "", country: "" };
    validator.value = EMPTY_VALIDATOR_DATA;
  });

  it("so do a chapter of the guide and the next one", async () => {
    const scrolls = await countScrolls(async () => {
      const shown = await show(<Chapters />, { path: "/" });
      assertEquals(document.title.split(" · ")[0], "Scam guide");
      assertEquals(await follow(shown, "/?chapter=a"), ["Title a", "MAIN"]);
      assertEquals(await follow(shown, "/?chapter=b"), ["Title b", "MAIN"]);
      await shown.close();
    });
    assertEquals(scrolls, 2);
  });
});
