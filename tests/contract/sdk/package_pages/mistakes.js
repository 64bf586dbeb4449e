// A small program with a merchant's mistakes: prints the sentence of each.
import { Payrails } from "@payrails/web-sdk";
import { init } from "@payrails/web-sdk/vault";

globalThis.location ??= { origin: "https://shop.example" };
const VAULT = { vaultID: "v1", vaultURL: location.origin, getBearerToken: () => "token" };

function sentenceOf(mistake) {
  try {
    mistake();
    return "nothing was thrown";
  } catch ({ message }) {
    return message;
  }
}

globalThis.sentences = [
  () => Payrails.init({ version: "5", data: "bad" }),
  () => init({}),
  () => init(VAULT).container("BOX"),
].map(sentenceOf);
console.log(globalThis.sentences.join("\n"));
