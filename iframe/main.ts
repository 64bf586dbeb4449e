/** Entry of the card form's frame. */
import { parseToForm } from "../sdk/wire/to_form.ts";
import { boot } from "./boot.ts";
import { agreeWithServer } from "./field/server_time.ts";
import { fitted } from "./fitted.ts";
import { CardForm } from "./form.ts";

boot({
  parse: (data) => parseToForm(fitted(data)),
  createApp: (message, { config, theme, send }) => {
    if (message.type !== "configure") return undefined;
    agreeWithServer(config.skewMs);
    theme.apply(message.setup.looks);
    return new CardForm(message.setup, { send, restyle: (next) => theme.apply(next), key: config });
  },
});
