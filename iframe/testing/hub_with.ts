/** The hub of a container whose fields hold these texts. */
import { Hub } from "../elements/hub.ts";
import type { ElementSpec } from "../../sdk/wire/elements.ts";

export function hubWith(...members: readonly (readonly [ElementSpec, text: string])[]): Hub {
  const hub = new Hub();
  for (const [spec, text] of members) {
    hub.join({
      spec,
      text: () => text,
      isBlocking: () => false,
      quiet: () => Promise.resolve(),
      judge() {},
      refresh() {},
      follow() {},
      uncheck() {},
    });
  }
  return hub;
}
