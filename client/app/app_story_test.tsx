/**
 * The web app and its server in one process: what each screen shows, calls and stores as a visitor goes
 * through it, as approved texts. Frames and layout are tested in `tests/browser/`.
 */
import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { install } from "@sinonjs/fake-timers";
import { MemoryRouter } from "react-router-dom";
import { changesBetween } from "../../tests/support/approved.ts";
import { show, type Shown } from "../../tests/support/app/component.ts";
import type { Site } from "../../server/wire/site/site.ts";
import { provideSite } from "../lib/browser/site.ts";
import { App } from "./App.tsx";
import { LanguageChoice } from "./LanguageChoice.tsx";

/** What stands in for a screen whose code still loads. */
const LOADS = /role="status">\s+Loading$/m;

interface Visitor {
  readonly send: (request: Request) => Promise<Response>;
}

interface Story {
  readonly context: object;
  visitor(name: string): Visitor;
  note(lines: readonly string[]): void;
  add(step: string): Promise<void>;
  compare(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Untyped, because the browser's own types would refuse it. */
async function openStory(): Promise<Story> {
  const path = new URL("../../tests/support/app/server_story.ts", import.meta.url).href;
  return (await import(path)).openServerStory();
}

async function siteOf({ context }: Story): Promise<Site> {
  const { siteOf } = await import(new URL("../../server/routes/app/spa.ts", import.meta.url).href);
  return siteOf({ ...context, host: "localhost" });
}

describe("the web app", () => {
  let story: Story;
  let visitor: Visitor;
  let pending = 0;
  let time: ReturnType<typeof install> | undefined;
  const { fetch } = globalThis;

  before(async () => {
    time = install({ now: Date.parse("2026-11-21T12:00:00.000Z"), toFake: ["Date"] });
    story = await openStory();
    visitor = story.visitor("the page");
    provideSite(await siteOf(story));
    Object.assign(globalThis, {
      scrollTo: () => {},
      fetch: async (url: string, init: RequestInit) => {
        pending += 1;
        try {
          return await visitor.send(new Request(new URL(url, "http://localhost:8000"), init));
        } finally {
          pending -= 1;
        }
      },
    });
  });
  after(async () => {
    Object.assign(globalThis, { fetch });
    await story.close();
    time?.uninstall();
  });

  /** Waits until nothing loads, also no code of a screen, and nothing changes anymore. */
  async function calm(shown: Shown): Promise<string> {
    let last = "";
    for (let same = 0; same < 8;) {
      await shown.settle();
      const now = shown.outline();
      same = now === last && pending === 0 && !LOADS.test(now) ? same + 1 : 0;
      last = now;
    }
    return last;
  }

  let seen: readonly string[] = [];

  async function visit(path: string, use: (shown: Shown, step: (name: string) => Promise<void>) => Promise<void>) {
    const at = ({ children }: { readonly children: unknown }) => (
      <MemoryRouter initialEntries={[path]}>{children as never}</MemoryRouter>
    );
    const shown = await show(<App router={at as never} />);
    const step = async (name: string) => {
      const now = (await calm(shown)).split("\n");
      story.note(seen.length === 0 ? now : changesBetween(seen, now));
      seen = now;
      await story.add(`${path}: ${name}`);
    };
    await step("at first");
    await use(shown, step);
    await shown.close();
  }

  const nothing = () => Promise.resolve();

  it("shows a visitor its screens", async () => {
    await visit("/", async (shown, step) => {
      await shown.type(shown.all("input[type=tel]")[0] ?? "none", "+1 650 253 0000");
      await step("a number");
      await shown.submit(shown.all("form")[0] ?? "none");
      await step("checked");
    });
    await visit("/?q=1", async (shown, step) => {
      for (const choice of [1, 2, 3]) {
        await shown.press(shown.all("input[type=radio], input[type=checkbox]")[0] ?? "none");
        await step(`choice ${choice}`);
      }
    });
    await visit("/?step=details", async (shown, step) => {
      await shown.press("details-continue");
      await step("nothing typed");
      await shown.type(shown.all("[name=email]")[0] ?? "none", "ada@gmial.com");
      await shown.type(shown.all("[name=country]")[0] ?? "none", "DE");
      await step("typed");
      await shown.press("details-continue");
      await step("sent");
    });
    for (const path of ["/scanning", "/offers", "/subscription", "/sign-in"]) await visit(path, nothing);
    const leaving = ["/activate", "/unsubscription", "/unsubscribe-with-email", "/access-recovery", "/access-product"];
    for (const path of leaving) await visit(path, nothing);
    await visit("/webapp", nothing);
    await story.compare("app/visitor");
  });
});

it("loads the same history entry in the chosen language, with all that it holds", async () => {
  let reloads = 0;
  const moves: unknown[] = [];
  Object.defineProperty(location, "reload", { value: () => reloads++, configurable: true });
  Object.defineProperty(location, "assign", { value: (to: unknown) => moves.push(to), configurable: true });
  const state = { usr: { result: "free" }, key: "k", idx: 2 };
  history.replaceState(state, "", "/trustcheck/?q=3");
  const shown = await show(<LanguageChoice />);
  await shown.press(shown.named("Deutsch"));
  assertEquals([location.search, history.state, reloads, moves], ["?q=3&lang=de", state, 1, []]);
  await shown.close();
  history.replaceState(null, "", "/trustcheck/");
  Reflect.deleteProperty(location, "reload");
  Reflect.deleteProperty(location, "assign");
});
