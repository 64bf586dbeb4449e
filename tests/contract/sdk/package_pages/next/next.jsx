// A page as Next.js serves it: rendered on the server, its scripts carry a nonce, and it is hydrated in the browser.
import { Dropin, PayrailsProvider } from "@payrails/web-sdk/react";
import { useEffect, useState } from "react";

export function Page() {
  const [init, setInit] = useState();
  const [outcome, setOutcome] = useState("");
  useEffect(() => {
    fetch("/init", { method: "POST" }).then((answer) => answer.json()).then(setInit);
  }, []);
  return (
    <html lang="en">
      <head>
        <title>Shop</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/node_modules/@payrails/web-sdk/payrails-styles.css" />
      </head>
      <body>
        <main>
          <PayrailsProvider init={init}>
            <Dropin events={{ onSuccess: (_action, { executionId }) => setOutcome(`Paid: ${executionId}`) }} />
          </PayrailsProvider>
          <p role="status">{outcome}</p>
        </main>
      </body>
    </html>
  );
}
