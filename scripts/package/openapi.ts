/** Writes the merchant API as docs/api/openapi.json, so that a change of it shows in review. */
import { openApiDocument } from "../../server/embedded/payments/openapi/document.ts";

const file = new URL("../../docs/api/openapi.json", import.meta.url);
await Deno.writeTextFile(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
console.log("Wrote docs/api/openapi.json");
