/** Containers of the client: vault, token and links come from the payment session. */
import type { LookUpBin } from "../api/bin.ts";
import { cardSchemeOf, networksOf } from "../api/networks.ts";
import type { ClientContext } from "../client_context.ts";
import type { CollectElement } from "../elements/element.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { Logger } from "../log/logger.ts";
import { levelOf } from "../observability/telemetry.ts";
import type { Session } from "../session/session.ts";
import { controlHeightPx, variablesOf } from "../ui/appearance.ts";
import { sessionTokens } from "../vault/session_tokens.ts";
import { createContainer } from "./create_container.ts";
import type { ContainerType } from "./check_collect.ts";
import type { CollectContainer } from "./collect_container.ts";
import type { ComposableContainer } from "./composable.ts";
import type { ContainerOptions } from "./options.ts";

/** Options of `client.collectContainer`. */
export interface ClientContainerOptions extends ContainerOptions {
  /** Default `COMPOSABLE`. */
  containerType?: ContainerType;
  /** Vault table of the fields that are no card fields. Default: the session's, or else `cards`. */
  cardTableName?: string;
}

/** The container that a `PayrailsCollectContainer` becomes, by its `containerType`. */
export type ClientContainer = CollectContainer | ComposableContainer;

/** A client, which has a session of its own, has one container. A new one ends the previous one. */
const ends = new WeakMap<Session, () => void>();

export function openContainer(context: ClientContext, options: ClientContainerOptions | undefined) {
  const { session, initOptions: { telemetry, appearance }, lookUpBin, signal, language, bus, ready } = context;
  const { vault, holderReference } = session.configuration;
  if (vault === undefined) throw new SdkError("client:iframe_url_missing");
  const container = createContainer(
    options?.containerType ?? "COMPOSABLE",
    {
      vaultId: vault.vaultId,
      vaultUrl: vault.vaultUrl,
      providerConfigId: vault.providerConfigId,
      holderReference,
      execution: () => session.configuration.execution?.id,
      saveInstrumentUrl: vault.links?.saveInstrument?.href,
      table: options?.cardTableName ?? vault.cardTableName,
      tokens: { get: sessionTokens(session) },
      logger: new Logger({ level: levelOf(telemetry), bus }),
      isDev: false,
      language,
      colorScheme: appearance?.colorScheme,
      appearance: appearance && variablesOf(appearance),
      controlPx: controlHeightPx(appearance ?? {}),
      onReady: ready,
      created: (element) => followNetworks(element, lookUpBin),
    },
    options,
  );
  ends.get(session)?.();
  const unlisten = language.listen(() => container.retext());
  const end = () => {
    signal.removeEventListener("abort", end);
    unlisten();
    container.unmount();
  };
  ends.set(session, end);
  signal.addEventListener("abort", end);
  return container;
}

/**
 * Reports which networks a card number of a payment session can be paid over. The merchant's page lets the shopper
 * choose.
 */
function followNetworks(element: CollectElement, lookUpBin: LookUpBin): void {
  let asked = "";
  // Registered before any listener of the page, so that a new card is never reported with the previous card's networks.
  element.on("CHANGE", async ({ bin = "" }) => {
    if (element.more !== undefined && bin === asked) return;
    asked = bin;
    element.more = {};
    const networks = await networksOf(bin, lookUpBin);
    if (element.more === undefined || bin !== asked || networks.length === 0) return;
    element.more = { cardSchemes: networks.map((code) => cardSchemeOf(code)) };
    element.emit("CHANGE");
  });
}
