/** The app inside the card form's frame. */
import { parseToForm } from "../sdk/wire/to_form.ts";
import { boot } from "./boot.ts";
import { CardForm } from "./form.ts";

boot({
  parse: parseToForm,
  draw: (message, { config, looks, send }) => {
    if (message.type !== "configure") return undefined;
    looks.apply(message.setup.looks);
    return new CardForm(message.setup, { send, restyle: (next) => looks.apply(next), key: config });
  },
});
