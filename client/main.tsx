/** Starts the web app in the shell the server sent. */
import "./styles/main.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { isSentScreenRight } from "./app/first_visit.ts";
import { startUp } from "./app/start_up.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The shell has no #root");
startUp();
if (isSentScreenRight(root)) hydrateRoot(root, <App />);
else createRoot(root).render(<App />);
