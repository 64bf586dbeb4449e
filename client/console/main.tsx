/** Starts the console in the server's document. */
import { createRoot } from "react-dom/client";
import { CALLS } from "./api/calls.ts";
import { App } from "./App.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("The document has no #root");
createRoot(root).render(
  <App calls={CALLS} loadPasskeys={() => import("../lib/browser/passkey_browser.ts")} />,
);
