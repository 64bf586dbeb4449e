import { hydrateRoot } from "react-dom/client";
import { Page } from "./next.jsx";

hydrateRoot(document, <Page />, { onRecoverableError: (error) => reportError(error) });
