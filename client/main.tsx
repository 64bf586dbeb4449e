/** Starts the web app in the server's shell, in short tasks, so that a slow phone stays responsive. */
import { startTransition } from "react";
import { createRoot, hydrateRoot, type RootOptions } from "react-dom/client";
import { App } from "./app/App.tsx";
import { isSentScreenRight } from "./visit/first_visit.ts";
import { startUp } from "./app/start_up.ts";
import { reportError } from "./features/tracking/error_reports.ts";
import { LANGUAGE } from "./i18n/language.ts";
import { keepEarlyInput } from "./lib/hydration/early_input.ts";

/** Every error React reports, including those that a boundary caught or React recovered from. */
const ON_ERRORS: RootOptions = {
  onUncaughtError: reportError,
  onCaughtError: reportError,
  onRecoverableError: reportError,
};

startUp();
setTimeout(() => {
  const root = document.getElementById("root");
  if (root === null) throw new Error("The shell has no #root");
  // Marks a page that the server rendered in English as the app's.
  document.documentElement.lang = LANGUAGE;
  keepEarlyInput(root);
  // React renders a transition in slices; a single task would block a slow phone for a quarter of a second.
  if (isSentScreenRight()) startTransition(() => void hydrateRoot(root, <App />, ON_ERRORS));
  else createRoot(root, ON_ERRORS).render(<App />);
});
