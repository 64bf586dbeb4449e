import { renderToReadableStream } from "react-dom/server";
import { Page } from "./next.jsx";

export function render(nonce) {
  const scripts = { bootstrapScriptContent: "self.__next_f = [];", bootstrapModules: ["/next_client.js"] };
  return renderToReadableStream(<Page />, { nonce, ...scripts });
}
