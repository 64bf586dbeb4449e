// The playground: a merchant's page that mounts the chosen elements, shows their code, and logs their events.
import { KINDS } from "./kinds.js";
import { playNetwork } from "./network.js";
import { backEndSnippet, pageSnippet, reactSnippet } from "./snippets.js";

const EVENTS = [
  "onSuccess",
  "onFailed",
  "onPending",
  "onThreeDSecureChallenge",
  "onStateChanged",
  "onValidate",
  "onPaymentOptionSelected",
  "onPaymentSessionExpired",
];
const GATES = ["onButtonClicked", "onRequestStart"];
const FORM_EVENTS = ["onReady", "onChange"];
const TONES = { onSuccess: "good", onFailed: "bad", onPending: "wait" };
const $ = (id) => document.getElementById(id);
const visit = crypto.randomUUID();
let client;
let startedMs = performance.now();
let turns = 0;

const listening = (names, answer) =>
  Object.fromEntries(names.map((name) => [name, (...args) => {
    write(name, args);
    return answer;
  }]));
const events = { ...listening(EVENTS), ...listening(GATES, true) };
const formEvents = listening(FORM_EVENTS);

const make = (tag, textContent = "") => Object.assign(document.createElement(tag), { textContent });

/** A row says when, what, and its main fact; a press shows all that came with the event. */
function write(name, args = []) {
  const row = make("li");
  row.dataset.tone = TONES[name] ?? "";
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(2);
  const line = [make("time", `${seconds} s`), make("strong", name), make("span", factOf(args))];
  const objects = args.filter(isObject);
  if (objects.length === 0) row.append(...line);
  else {
    const [details, summary] = [make("details"), make("summary")];
    summary.append(...line);
    details.append(summary, make("pre", shortened(objects.map(spaced).join("\n"))));
    const { docUrl } = args.at(-1)?.error ?? {};
    if (docUrl !== undefined) details.append(Object.assign(make("a", "What this error means"), { href: docUrl }));
    row.append(details);
  }
  $("log").prepend(row);
}

const isObject = (value) => typeof value === "object" && value !== null;

/** What is read first of an event: the amount, the reason, the method, the state, or its last text. */
function factOf(args) {
  const { amount, reason, message, paymentMethod, isValid, bin, encryptedData } = args.findLast(isObject) ?? {};
  if (amount !== undefined) return `${amount.value} ${amount.currency}`;
  const named = reason ?? message ?? paymentMethod?.displayName ?? paymentMethod?.description;
  if (named !== undefined) return named;
  if (encryptedData !== undefined) return `${encryptedData.length} characters, sealed`;
  const texts = args.filter((each) => typeof each === "string");
  const validity = isValid === undefined ? [] : [isValid ? "valid" : "not valid"];
  return [...texts, ...validity, ...(bin ? [bin] : [])].join(", ");
}

const spaced = (value) => JSON.stringify(brief(value), null, 2);

/** Options of all countries and the like would push the other events out of sight. */
const shortened = (text) => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text);

/** Whole executions and sealed cards would fill the page. */
function brief({ execution: _, error: __, ...rest }) {
  return Object.fromEntries(
    Object.entries(rest).map(([name, each]) => [
      name,
      typeof each === "string" && each.length > 48 ? `${each.slice(0, 40)}… ${each.length} characters` : each,
    ]),
  );
}

async function askSession() {
  const answer = await fetch("/checkout/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      type: $("kind").value,
      scenario: $("scenario").value,
      amount: $("amount").value,
      visit,
    }),
  });
  if (answer.ok) return await answer.json();
  write("session refused", [await answer.json()]);
  return undefined;
}

function initOptions() {
  const [locale, colorScheme, borderRadius] = ["locale", "scheme", "corners"].map((id) => $(id).value);
  const appearance = {
    ...(colorScheme === "auto" ? {} : { colorScheme }),
    ...(borderRadius === "" ? {} : { borderRadius }),
  };
  return {
    environment: "TEST",
    ...(locale === "en" ? {} : { locale }),
    ...(Object.keys(appearance).length === 0 ? {} : { appearance }),
  };
}

/** The programs of the tabs, and the one that is shown. */
let snippets = {};

function showCode(kind, options) {
  const { methods } = $("scenario").selectedOptions[0].dataset;
  const given = { origin: location.origin, kind, options, amount: $("amount").value, methods: methods?.split(" ") };
  snippets = { html: pageSnippet(given), react: reactSnippet(given), back: backEndSnippet(given) };
  showTab();
}

/** The documentation's, which loads after the checkout: until then, and where it does not load, the code is plain. */
let highlight;

function showTab() {
  const tab = document.querySelector("#tabs [aria-selected=true]");
  const code = snippets[tab.dataset.tab] ?? "";
  if (highlight === undefined) $("code").textContent = code;
  else drawCode($("code"), highlight(code, tab.dataset.tab === "html" ? "xml" : "javascript"));
  $("code-panel").setAttribute("aria-labelledby", tab.id);
}

const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

/** Draws the highlighter's text and spans as nodes, because none of our pages writes markup. */
function drawCode(place, markup) {
  place.replaceChildren();
  let inside = place;
  for (const [, classes, text] of markup.matchAll(/<span class="([^"]*)">|<\/span>|([^<]+)/g)) {
    if (text !== undefined) inside.append(text.replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity));
    else if (classes === undefined) inside = inside.parentElement;
    else {
      const span = document.createElement("span");
      span.className = classes;
      inside.append(span);
      inside = span;
    }
  }
}

function chooseTab(chosen) {
  for (const tab of document.querySelectorAll("#tabs [role=tab]")) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  showTab();
}

const fields = () => [...$("settings").querySelectorAll("input, select")];

/** The address keeps what differs from a fresh page, so that a link opens the same checkout. */
function keepSettings() {
  const query = new URLSearchParams();
  for (const field of fields()) {
    if (field.type === "checkbox" && field.checked !== field.defaultChecked) {
      query.set(field.id, field.checked ? "1" : "0");
    }
    const usual = field.options === undefined ? field.defaultValue : field.options[0].value;
    if (field.type !== "checkbox" && field.value !== usual) query.set(field.id, field.value);
  }
  const text = query.toString();
  history.replaceState(null, "", text === "" ? location.pathname : `?${text}`);
}

/** A value that the page does not offer is left out. */
function readSettings() {
  const query = new URLSearchParams(location.search);
  for (const field of fields()) {
    const value = query.get(field.id);
    if (value === null) continue;
    if (field.type === "checkbox") field.checked = value === "1";
    else if (field.options === undefined || [...field.options].some((option) => option.value === value)) {
      field.value = value;
    }
    if (!field.checkValidity()) field.value = field.defaultValue;
  }
}

async function start(event) {
  event?.preventDefault();
  const turn = ++turns;
  client?.destroy();
  $("place").replaceChildren();
  $("log").replaceChildren();
  $("device").dataset.scheme = $("scheme").value;
  $("device").dataset.kind = $("device-kind").value;
  startedMs = performance.now();
  const options = initOptions();
  const kind = KINDS[$("kind").value]({ address: $("address").checked, save: $("save").checked });
  showCode(kind, options);
  keepSettings();
  playNetwork($("scenario").selectedOptions[0].dataset.network, (what, ms) => write(what, [`${ms} ms`]));
  const answer = await askSession();
  // Another option was chosen meanwhile.
  if (answer === undefined || turn !== turns) return;
  const onSessionExpired = () => {
    write("onSessionExpired");
    return askSession();
  };
  client = Payrails.init(answer, { ...options, events: { onSessionExpired } });
  await kind.run(client, { at: $("place"), events, formEvents, write });
}

function showNumber() {
  const { number } = $("scenario").selectedOptions[0].dataset;
  $("number").textContent = number ?? "none needed";
}

$("settings").addEventListener("submit", start);
$("settings").addEventListener("change", ({ target }) => target.checkValidity() && start());
$("scenario").addEventListener("change", showNumber);
$("clear").addEventListener("click", () => $("log").replaceChildren());
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("code").textContent);
    $("copied").textContent = "Copied";
  } catch {
    $("copied").textContent = "Your browser blocked copying. Select the text and copy it yourself.";
  }
});
$("tabs").addEventListener("click", ({ target }) => target.role === "tab" && chooseTab(target));
$("tabs").addEventListener("keydown", ({ key }) => {
  const tabs = [...document.querySelectorAll("#tabs [role=tab]")];
  const at = tabs.findIndex((tab) => tab.ariaSelected === "true");
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[key];
  if (next === undefined) return;
  chooseTab(tabs[next % tabs.length]);
  tabs[next % tabs.length].focus();
});
readSettings();
showNumber();
start().finally(async () => {
  try {
    ({ highlight } = await import("/docs/assets/highlight.js"));
    showTab();
  } catch (error) {
    console.warn("The code is shown without colors", error);
  }
});
