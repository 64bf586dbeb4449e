/** Entry of the frames of a container's elements. */
import { parseToGroup } from "../../sdk/wire/to_group.ts";
import { boot } from "../boot.ts";
import { agreeWithServer } from "../field/server_time.ts";
import { ElementGroup } from "./element_group.ts";

boot({
  parse: parseToGroup,
  createApp: (message, { config, theme, send }) => {
    if (message.type !== "group") return undefined;
    agreeWithServer(config.skewMs);
    return new ElementGroup(message.setup, {
      send,
      restyle: (setup, specs) => theme.applyGroup(setup, specs),
      key: config,
      isTestVault: config.environment === "TEST",
    });
  },
});
