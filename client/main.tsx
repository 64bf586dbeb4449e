/** Starts the web app in the shell the server sent, in short tasks, so that a slow phone answers between them. */
import "./styles/main.css";
import { type ReactNode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { isSentScreenRight } from "./app/first_visit.ts";
import { takeOver } from "./app/hand_over.ts";
import { startUp } from "./app/start_up.ts";
import { LANGUAGE } from "./i18n/language.ts";
import { watchEarlyTyping } from "./lib/early_typing.ts";

startUp();
setTimeout(() => {
  const root = document.getElementById("root");
  if (root === null) throw new Error("The shell has no #root");
  // A page that the server drew in English is now the app's.
  document.documentElement.lang = LANGUAGE;
  watchEarlyTyping(root);
  const { finish } = takeOver(root);
  const app = (
    <Started onStarted={finish}>
      <App />
    </Started>
  );
  // A transition is worked off in slices; everything at once would hold a slow phone for a quarter of a second.
  if (isSentScreenRight(root)) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
});

function Started({ onStarted, children }: { readonly onStarted: () => void; readonly children: ReactNode }) {
  useEffect(onStarted, []);
  return children;
}
