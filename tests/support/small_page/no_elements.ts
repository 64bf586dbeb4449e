/** What a client's context says while no element of the client is mounted: for tests of a button by itself. */
import type { ClientContext } from "../../../sdk/client_context.ts";

export const NO_ELEMENTS = {
  cardForm: () => undefined,
  showForm: () => undefined,
  choose: () => undefined,
  instrument: () => undefined,
  codeForm: () => undefined,
  installments: () => undefined,
  bus: () => {},
  ready: () => {},
} as const satisfies Partial<ClientContext>;
