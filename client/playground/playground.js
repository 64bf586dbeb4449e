// The playground: a merchant's page that mounts the chosen elements, shows their code, and logs their events.
import { KINDS, written } from "./kinds.js";
import { playNetwork } from "./network.js";

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

function write(name, args = []) {
  const row = document.createElement("li");
  row.dataset.tone = TONES[name] ?? "";
  const time = Object.assign(document.createElement("time"), {
    textContent: `${((performance.now() - startedMs) / 1000).toFixed(2)} s`,
  });
  const title = Object.assign(document.createElement("strong"), { textContent: name });
  const details = Object.assign(document.createElement("code"), {
    textContent: args.map((each) => typeof each === "string" ? each : JSON.stringify(brief(each))).join(", "),
  });
  row.append(time, title, details);
  const { docUrl } = args.at(-1)?.error ?? {};
  if (docUrl !== undefined) {
    row.append(Object.assign(document.createElement("a"), { href: docUrl, textContent: "What this error means" }));
  }
  $("log").prepend(row);
}

/** Whole executions and sealed cards would fill the page. */
function brief(value) {
  if (typeof value !== "object" || value === null) return value;
  const { execution: _, error: __, ...rest } = value;
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

async function start(event) {
  event?.preventDefault();
  const turn = ++turns;
  client?.destroy();
  $("place").replaceChildren();
  $("log").replaceChildren();
  $("stage").dataset.scheme = $("scheme").value;
  startedMs = performance.now();
  const options = initOptions();
  const kind = KINDS[$("kind").value]({ address: $("address").checked, save: $("save").checked });
  $("code").textContent = [
    "// answer: what your back end got from POST /merchant/client/init",
    `const client = Payrails.init(answer, ${written(options)});`,
    kind.code,
  ].join("\n");
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
    $("copied").textContent = "Your browser does not allow it: select the text and copy it.";
  }
});
showNumber();
start();
