/** Starts the web app in the shell the server sent. */
import "./styles/main.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { startUp } from "./app/start_up.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The shell has no #root");
startUp();
createRoot(root).render(<App />);
