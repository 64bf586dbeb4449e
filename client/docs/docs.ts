/** The documentation's script: search, copy buttons, colour scheme and the mark in the table of contents. */
import MiniSearch, { type SearchResult } from "minisearch";
import { SEARCH_OPTIONS, type SearchRow } from "./search_options.ts";

const MAX_RESULTS = 12;
const COPIED_MS = 1_500;
const SCHEMES = ["auto", "light", "dark"] as const;
const SCHEME_KEY = "docs.scheme";

/** The server that samples name. */
const SAMPLE_SERVER = /http:\/\/localhost:8000\b/g;

function element<T extends Element>(selector: string): T | undefined {
  return document.querySelector<T>(selector) ?? undefined;
}

/** Samples and links name the server that served the page, so that copied samples run there. */
function nameThisServer(): void {
  const named = (text: string) => text.replace(SAMPLE_SERVER, location.origin);
  for (const place of document.querySelectorAll("main figure.code, main a")) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) texts.currentNode.nodeValue = named(texts.currentNode.nodeValue ?? "");
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("main a[href]")) link.href = named(link.href);
}

function startCopyButtons(): void {
  for (const figure of document.querySelectorAll("figure.code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(figure.querySelector("code")?.textContent ?? "");
        button.textContent = "Copied";
      } catch {
        button.textContent = "Press Ctrl+C";
        getSelection()?.selectAllChildren(figure.querySelector("code") ?? figure);
      }
      setTimeout(() => button.textContent = "Copy", COPIED_MS);
    });
    figure.append(button);
  }
}

function startScheme(): void {
  const select = element<HTMLSelectElement>("#scheme");
  if (select === undefined) return;
  const apply = (value: string) => document.documentElement.dataset.scheme = value;
  const kept = readKept();
  select.value = SCHEMES.find((scheme) => scheme === kept) ?? "auto";
  apply(select.value);
  select.addEventListener("change", () => {
    apply(select.value);
    keep(select.value);
  });
}

function readKept(): string | undefined {
  try {
    return localStorage.getItem(SCHEME_KEY) ?? undefined;
  } catch {
    // A page without storage follows the device.
    return undefined;
  }
}

function keep(value: string): void {
  try {
    localStorage.setItem(SCHEME_KEY, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}

function startSearch(): void {
  const form = element<HTMLFormElement>("#search");
  const input = element<HTMLInputElement>("#search input");
  const list = element<HTMLElement>("#results");
  const index = form?.dataset.index;
  if (form === undefined || input === undefined || list === undefined || index === undefined) return;
  let loaded: Promise<MiniSearch<SearchRow>> | undefined;
  const load = () => loaded ??= loadIndex(index);
  const show = async () => {
    const query = input.value.trim();
    const found = query === "" ? undefined : (await load()).search(query).slice(0, MAX_RESULTS);
    if (query === input.value.trim()) showResults(list, found);
  };
  const showSafely = () => void show().catch(() => showMessage(list, "Search couldn't load. Reload the page."));
  form.hidden = false;
  input.addEventListener("focus", () => void load().catch(() => loaded = undefined), { once: true });
  input.addEventListener("input", showSafely);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape" && list.childElementCount > 0) {
      input.value = "";
      showResults(list, undefined);
      input.focus();
    }
  });
}

async function loadIndex(address: string): Promise<MiniSearch<SearchRow>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return MiniSearch.loadJSON<SearchRow>(await answer.text(), SEARCH_OPTIONS);
}

function showResults(list: HTMLElement, found: readonly SearchResult[] | undefined): void {
  if (found?.length === 0) return showMessage(list, "No results. Try another word.");
  list.replaceChildren(...(found ?? []).map(({ id, title, page }) => {
    const link = document.createElement("a");
    link.href = String(id);
    const small = document.createElement("small");
    small.textContent = title === page ? "" : String(page);
    link.append(String(title), small);
    const row = document.createElement("li");
    row.append(link);
    return row;
  }));
}

function showMessage(list: HTMLElement, text: string): void {
  const row = document.createElement("li");
  row.textContent = text;
  list.replaceChildren(row);
}

/** Marks the section that is on the screen in the table of contents. */
function startContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".contents a")];
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  const mark = () => {
    const past = headings.filter((heading) => heading !== null && heading.getBoundingClientRect().top < 120).length;
    links.forEach((link, index) => link.toggleAttribute("aria-current", index === Math.max(past - 1, 0)));
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

nameThisServer();
startCopyButtons();
startScheme();
startSearch();
startContents();
