/**
 * The card frame of the published client lives on the provider's host, which tests cannot reach. This stands in for it:
 * it speaks the published client's messages, and takes the shopper's card from the test. The page around it answers
 * HEARD, so that the frame knows what the client has received.
 */

/** The host of the published client's frames. */
export const PUBLISHED_HOST = "https://assets.payrails.io";

/** How the address of a frame with fields, and of its controller, ends; the client has frames for its log, too. */
export const PUBLISHED_CARD = "/card/index.html";

/** Seals the typed card; answered by the test. */
export const SEAL_PATH = "/seal";

const SCRIPT = `
const [kind, ...parts] = name.split(":");
const isController = kind === "collect_controller";
const container = isController ? parts[0] : parts[2];
const PREFIX = "/*framebus*/";
const listeners = new Map();
const send = (event, eventData, reply) => {
  const id = crypto.randomUUID();
  if (reply !== undefined) listeners.set(id, reply);
  const text = PREFIX + JSON.stringify({ event, origin: "*", ...(reply && { reply: id }), eventData });
  const tell = (frame) => {
    frame.postMessage(text, "*");
    for (let index = 0; index < frame.frames.length; index++) tell(frame.frames[index]);
  };
  tell(top);
};
addEventListener("message", ({ data }) => {
  if (typeof data !== "string" || !data.startsWith(PREFIX)) return;
  const { event, eventData, reply } = JSON.parse(data.slice(PREFIX.length));
  listeners.get(event)?.(eventData, (answer) => send(reply, answer));
});
let elements = [];
let card = "";
const value = (type) => type === "CARD_NUMBER" ? card.slice(0, 8) + "X".repeat(card.length - 8) : "";
const state = (isFilled, isFocused, type) => ({
  isEmpty: !isFilled, isComplete: isFilled, isValid: isFilled, isFocused, isRequired: true,
  value: isFilled ? value(type) : "",
});
const heard = () => new Promise((done) => send("HEARD", {}, done));
// The container's controller has the card before the client learns of a filled field.
globalThis.fill = async (number) => {
  await new Promise((done) => send("CARD" + container, number, done));
  card = number;
  for (const { elementName, elementType } of elements) {
    send("INPUT_EVENT", { name: elementName, event: "FOCUS", value: state(false, true, elementType) });
    send("INPUT_EVENT", { name: elementName, event: "CHANGE", value: state(true, true, elementType) });
    send("INPUT_EVENT", { name: elementName, event: "BLUR", value: state(true, false, elementType) });
  }
  await heard();
};
globalThis.isReady = false;
if (isController) {
  listeners.set("CARD" + container, (number, reply) => { card = number; reply(); });
  listeners.set("VALIDATE_ELEMENT" + container, (_, reply) => reply({ isValid: card !== "", fieldErrors: {} }));
  listeners.set("TOKENIZATION_REQUEST" + container, async (_, reply) => {
    if (card === "") return reply({ error: { code: 400, description: "incomplete" } });
    reply({ encryptedData: await (await fetch("${SEAL_PATH}?number=" + card)).text() });
  });
  send("FRAME_READY" + container, { name: kind + container }, () => {});
} else {
  send("FRAME_READY" + container, { name }, async ({ rows }) => {
    elements = rows.flatMap((row) => row.elements);
    for (const { elementName } of elements) send("MOUNTED", { name: elementName });
    await heard();
    isReady = true;
  });
}
`;

export const PUBLISHED_FRAME =
  `<!doctype html><html lang="en"><title>Card</title><body><script>${SCRIPT}</script></body></html>`;
