/** The styles of the members' area: applied before its first page is drawn, and asked for again after a failure. */
import { afterEach, beforeEach, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { Window } from "happy-dom";
import { loadMembersStyles } from "./lazy_page.ts";

const before = globalThis.document;
const page = new Window();
beforeEach(() => {
  Object.assign(globalThis, { document: page.document, MEMBERS_STYLES_ADDRESS: "/assets/members.1.css" });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "MEMBERS_STYLES_ADDRESS");
  globalThis.document = before;
});

const links = () => [...page.document.head.querySelectorAll("link")];

it("the area waits for its styles; a failed link is taken away and asked for again", async () => {
  const failed = loadMembersStyles();
  links()[0]?.dispatchEvent(new page.Event("error"));
  await assertRejects(() => failed, Error, "/assets/members.1.css");
  assertEquals(links().length, 0);
  let isDone = false;
  const loaded = loadMembersStyles().then(() => isDone = true);
  await Promise.resolve();
  assertEquals([isDone, links().map((link) => link.getAttribute("href"))], [false, ["/assets/members.1.css"]]);
  links()[0]?.dispatchEvent(new page.Event("load"));
  await loaded;
  await loadMembersStyles();
  assertEquals(links().length, 1, "loaded once for all pages");
});
