// The code that the playground shows: whole programs of a page, a React app and a back end, which run as they are.
import { written } from "./kinds.js";

const OUTCOMES = `{
  onSuccess: (_action, { executionId }) => say(\`Paid: \${executionId}\`),
  onFailed: (_action, { decline, message }) => say(decline?.text ?? message),
  onPending: (_action, { reason }) => {
    // The shopper closed the bank's or method's page, and can open it again.
    const isLeft = reason === "challenge_closed" || reason === "page_closed";
    say(isLeft ? "" : "We will email you when the payment is confirmed.");
  },
}`;

/** Asks the shop for a session: at the start, and again when the session has expired. */
const OPEN_SESSION = `async function openSession() {
  const answer = await fetch("/init", { method: "POST" });
  if (!answer.ok) throw new Error(\`The shop answered \${answer.status}\`);
  return await answer.json();
}`;

const withSession = (options) => {
  const [text, events] = [written(options), "events: { onSessionExpired: openSession }"];
  return text === "{}" ? `{ ${events} }` : `{\n  ${events},${text.slice(1)}`;
};

const indented = (text, by) => text.replace(/\n(?=.)/g, `\n${" ".repeat(by)}`);

/** A page without a build step. */
export function pageSnippet({ origin, kind, options }) {
  const places = kind.places.map((id) => `    <div id="${id}"></div>`).join("\n");
  const extra = kind.button === undefined ? "" : `\n    <button id="seal" type="button">${kind.button}</button>`;
  return `<!doctype html>
<html lang="${options.locale ?? "en"}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Shop</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${origin}/sdk/5/payrails-styles.css">
  </head>
  <body>
${places}${extra}
    <p id="outcome" role="status"></p>
    <script type="module">
      import { Payrails } from "${origin}/sdk/5/index.mjs";

      const say = (text) => document.querySelector("#outcome").textContent = text;
      const events = ${indented(OUTCOMES, 6)};
      ${indented(OPEN_SESSION, 6)}
      const client = Payrails.init(await openSession(), ${indented(withSession(options), 6)});
      ${indented(kind.code, 6)}
    </script>
  </body>
</html>
`;
}

/** A React app: its one file. */
export function reactSnippet({ kind, options }) {
  const { names, elements, helper = "" } = kind.react;
  return `import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { ${["PayrailsProvider", ...names].sort().join(", ")} } from "@payrails/web-sdk/react";
import "@payrails/web-sdk/payrails-styles.css";

${OPEN_SESSION}

const options = ${withSession(options)};
${helper}
function App() {
  const [init, setInit] = useState();
  const [outcome, say] = useState("");
  const fail = (error) => say(String(error));
  useEffect(() => {
    openSession().then(setInit, fail);
  }, []);
  const events = ${indented(OUTCOMES, 2)};
  return (
    <PayrailsProvider init={init} options={options} onError={fail}>
      ${indented(elements, 6)}
      <p role="status">{outcome}</p>
    </PayrailsProvider>
  );
}

createRoot(document.querySelector("#root")).render(<App />);
`;
}

/** A back end in one file, which also serves index.html. */
export function backEndSnippet({ origin, kind, amount, methods }) {
  const meta = methods === undefined ? "" : `\n    meta: { methods: ${JSON.stringify(methods)} },`;
  return `// Save as shop.mjs beside index.html and start it with: node shop.mjs
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const API = "${origin}/services/payments";

async function post(path, headers, body) {
  const response = await fetch(API + path, { method: "POST", headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}

/** What each visitor is about to pay, by the cookie of the visit. Your shop has it in its database. */
const orders = new Map();

function beginOrder(response) {
  const visit = randomUUID();
  const order = \`order-\${visit}\`;
  orders.set(visit, order);
  response.setHeader("set-cookie", \`visit=\${visit}; HttpOnly; SameSite=Lax; Path=/\`);
  return order;
}

function orderOf(request) {
  return orders.get(/\\bvisit=([\\w-]+)/.exec(request.headers.cookie ?? "")?.[1]);
}

/**
 * Your client id and secret stay here. The amount comes from your order, never from the page. The page asks again when
 * its session has expired: the same key opens the same order, which is paid once.
 */
async function openSession(order) {
  const { access_token } = await post("/auth/token/merchant-demo", { "x-api-key": "demo-secret" });
  return await post("/merchant/client/init", {
    authorization: \`Bearer \${access_token}\`,
    "x-idempotency-key": \`session-\${order}\`,
  }, {
    type: ${JSON.stringify(kind.type ?? "dropIn")},
    merchantReference: order,
    holderReference: "ada",
    amount: { value: ${JSON.stringify(amount)}, currency: "USD" },${meta}
  });
}

createServer(async (request, response) => {
  try {
    if (request.method === "POST" && request.url === "/init") {
      const session = await openSession(orderOf(request) ?? beginOrder(response));
      response.setHeader("content-type", "application/json").end(JSON.stringify(session));
    } else {
      // Opening the page starts an order, so that you can pay again after a reload.
      if (request.url === "/") beginOrder(response);
      response.setHeader("content-type", "text/html; charset=utf-8").end(await readFile("index.html"));
    }
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(9000, () => console.log("http://localhost:9000/"));
`;
}
