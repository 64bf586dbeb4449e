/** The vault client: secure fields without a payment session, for merchants with a vault and its bearer tokens. */
import type { ContainerType } from "./check_collect.ts";
import type { CollectContainer } from "./collect_container.ts";
import type { ComposableContainer } from "./composable.ts";
import type { ContainerContext } from "./container_context.ts";
import { createContainer } from "./create_container.ts";
import type { ContainerOptions } from "./options.ts";
import { collectError } from "../errors/refuse.ts";
import { Logger } from "../log/logger.ts";
import { createObserver } from "../observability/observer.ts";
import { DEFAULT_LOG_LEVEL, type LogLevel } from "../wire/log/levels.ts";
import type { GetBearerToken } from "../vault/bearer.ts";
import { checkVaultConfig, DEFAULT_ENVIRONMENT, type VaultEnvironment } from "./check_config.ts";

/** Configuration of the vault client. */
export interface VaultConfig {
  /** The provider's id of the merchant's vault. */
  readonly vaultID: string;
  /** Origin that serves the card frames: https on a host of the provider. On a loopback page, any loopback address. */
  readonly vaultURL: string;
  /** Returns a bearer token for the vault. The client reuses it until it expires. */
  readonly getBearerToken: GetBearerToken;
  /** Everything but `vaultID`, `vaultURL` and `getBearerToken` can be left out. */
  readonly options?: {
    /** Least severe level written to the console. Default `ERROR`. */
    readonly logLevel?: LogLevel;
    /** Default `PROD`. `DEV` lets events carry raw values, in test vaults only. */
    readonly env?: VaultEnvironment;
    /** Must be https and is otherwise ignored: the fields always come from the provider (S-SEC-02). */
    readonly customElementsURL?: string;
    /** Sends log events to the provider's observability frame. Default true. */
    readonly telemetry?: {
      /** Default true. */
      readonly enabled?: boolean;
    };
    /** Returned as `vaultProviderConfigId`. Default: `vaultID`. */
    readonly providerConfigID?: string;
    /** The merchant's own id of the shopper; stored cards belong to it. */
    readonly holderReference?: string;
    /** Address of the save-instrument call, on the same hosts as `vaultURL`; `tokenize` needs it. */
    readonly saveInstrumentURL?: string;
  };
}

/** A vault client, made by `init`. */
export interface VaultClient {
  /**
   * Creates a container whose elements are mounted one by one.
   *
   * @throws `payrails:client:collect_container.*` for an invalid type or option
   */
  container(type: "COLLECT", options?: ContainerOptions): CollectContainer;
  /**
   * Creates a container that is mounted as a whole. `options.layout` is required.
   *
   * @throws `payrails:client:collect_container.*` for an invalid type, option or layout
   */
  container(type: "COMPOSABLE", options: ContainerOptions): ComposableContainer;
  /** Removes the observability frame. Unmount containers separately. */
  destroy(): void;
}

/**
 * Creates a vault client. Makes no request.
 *
 * @example
 * ```ts
 * import { ContainerType, ElementType, init } from "@payrails/web-sdk/vault";
 *
 * const vault = init({
 *   vaultID: "v1",
 *   vaultURL: "https://vault.example.com",
 *   getBearerToken: async () => await (await fetch("/my-server/vault-token", { method: "POST" })).text(),
 * });
 * const container = vault.container(ContainerType.COLLECT);
 * container.create({ type: ElementType.CARD_NUMBER }).mount("#number");
 * document.querySelector("form")?.addEventListener("submit", async (event) => {
 *   event.preventDefault();
 *   const { encryptedData } = await container.collect();
 *   await fetch("/my-server/cards", { method: "POST", body: encryptedData });
 * });
 * ```
 *
 * @throws `payrails:client:collect_container.*` for an invalid option
 */
export function init(config: VaultConfig): VaultClient {
  checkVaultConfig(config);
  const { vaultID, vaultURL } = config;
  const options = config.options ?? {};
  const observer = createObserver(new URL(vaultURL).origin, options.telemetry?.enabled !== false);
  const logger = new Logger({ level: options.logLevel ?? DEFAULT_LOG_LEVEL, bus: observer.bus });
  const { customElementsURL } = options;
  if (customElementsURL !== undefined && !/^https:\/\//.test(String(customElementsURL))) {
    const params = { value: String(customElementsURL) };
    logger.warn(collectError("invalid_custom_url", { params }).message);
  }
  const context: ContainerContext = {
    vaultId: vaultID,
    vaultUrl: vaultURL,
    providerConfigId: options.providerConfigID ?? vaultID,
    holderReference: options.holderReference,
    saveInstrumentUrl: options.saveInstrumentURL,
    tokens: { get: config.getBearerToken },
    logger,
    isDev: (options.env ?? DEFAULT_ENVIRONMENT) === "DEV",
    onReady: observer.begin,
  };
  return {
    container: asContainerMaker((type, own) => createContainer(type, context, own)),
    destroy: observer.stop,
  };
}

type Made = CollectContainer | ComposableContainer;

/** The overloads map type to container; `checkContainerType` enforces the type at run time. */
function asContainerMaker(make: (type: ContainerType, options?: ContainerOptions) => Made) {
  return make as VaultClient["container"];
}
