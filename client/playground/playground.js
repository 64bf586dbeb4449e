// The playground: a merchant's page that runs the drop-in, single elements and wallets, and shows what they say.
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
const $ = (id) => document.getElementById(id);
const holderReference = crypto.randomUUID();
let client;

const events = Object.fromEntries(EVENTS.map((name) => [name, (...args) => write(name, args)]));

function write(name, args) {
  const row = document.createElement("li");
  const title = document.createElement("strong");
  title.textContent = name;
  const details = document.createElement("code");
  details.textContent = args.map((value) => typeof value === "string" ? value : JSON.stringify(brief(value))).join(
    ", ",
  );
  row.append(title, " ", details);
  $("log").prepend(row);
}

/** The whole execution would fill the page. */
function brief(value) {
  if (typeof value !== "object" || value === null) return value;
  const { execution: _, error, ...rest } = value;
  return error === undefined ? rest : { ...rest, docUrl: error.docUrl };
}

const KINDS = {
  dropin: {
    code: `client.dropin({ events }).mount("#place");`,
    run: () => void client.dropin({ events, paymentMethodsConfiguration: config() }).mount("#place"),
  },
  elements: {
    code:
      `client.cardForm({ showCardHolderName: true }).mount("#form");\nclient.paymentButton({ events }).mount("#button");`,
    run: () => {
      const [form, button] = ["form", "button"].map((id) => Object.assign(document.createElement("div"), { id }));
      $("place").append(form, button);
      client.cardForm({ showCardHolderName: true, showStoreInstrumentCheckbox: true }).mount(form);
      client.paymentButton({ events }).mount(button);
    },
  },
  wallets: {
    code: `client.googlePayButton({ events }).mount("#googlePay"); // applePayButton, paypalButton`,
    run: () => {
      for (const name of ["googlePayButton", "applePayButton", "paypalButton"]) {
        const place = document.createElement("div");
        $("place").append(place);
        client[name]({ events }).mount(place);
      }
    },
  },
};

function config() {
  return { preselectFirstPaymentOption: true, cards: { showAddressSelector: $("address").checked } };
}

async function start(event) {
  event?.preventDefault();
  client?.destroy();
  $("place").replaceChildren();
  const kind = KINDS[$("kind").value];
  $("code").textContent = `const client = Payrails.init(answer);\n${kind.code}`;
  const answer = await fetch("/checkout/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      type: $("kind").value,
      scenario: $("scenario").value,
      amount: $("amount").value,
      holderReference,
    }),
  });
  if (!answer.ok) return write("session refused", [await answer.json()]);
  client = Payrails.init(await answer.json(), { environment: "TEST" });
  kind.run();
}

function showNumber() {
  const { number } = $("scenario").selectedOptions[0].dataset;
  $("number").textContent = number ?? "";
}

$("settings").addEventListener("submit", start);
$("scenario").addEventListener("change", showNumber);
showNumber();
start();
