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
      const answer = await (await fetch("/init", { method: "POST" })).json();
      const client = Payrails.init(answer, ${indented(written(options), 6)});
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
import { ${["PayrailsProvider", ...names].toSorted().join(", ")} } from "@payrails/web-sdk/react";
import "@payrails/web-sdk/payrails-styles.css";

const options = ${written(options)};
${helper}
function App() {
  const [init, setInit] = useState();
  const [outcome, say] = useState("");
  useEffect(() => {
    fetch("/init", { method: "POST" }).then((answer) => answer.json()).then(setInit);
  }, []);
  const events = ${indented(OUTCOMES, 2)};
  return (
    <PayrailsProvider init={init} options={options}>
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
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const API = "${origin}/services/payments";

async function post(path, headers, body) {
  const response = await fetch(API + path, { method: "POST", headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}

/** Your client id and secret stay here. The amount comes from your order, never from the page. */
async function openSession() {
  const { access_token } = await post("/auth/token/merchant-demo", { "x-api-key": "demo-secret" });
  const order = \`order-\${Date.now()}\`;
  return await post("/merchant/client/init", {
    authorization: \`Bearer \${access_token}\`,
    "x-idempotency-key": order,
  }, {
    type: ${JSON.stringify(kind.type ?? "dropIn")},
    merchantReference: order,
    holderReference: "ada",
    amount: { value: ${JSON.stringify(amount)}, currency: "USD" },${meta}
  });
}

createServer(async (request, response) => {
  try {
    if (request.url === "/init") {
      response.setHeader("content-type", "application/json").end(JSON.stringify(await openSession()));
    } else {
      response.setHeader("content-type", "text/html; charset=utf-8").end(await readFile("index.html"));
    }
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(9000, () => console.log("http://localhost:9000/"));
`;
}
