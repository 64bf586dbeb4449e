/** The vault client: secure fields without a payment session, for merchants who have a vault and its bearer tokens. */
import { checkContainerType, type ContainerType } from "./check_collect.ts";
import { CollectContainer } from "./collect_container.ts";
import { ComposableContainer } from "./composable.ts";
import type { ContainerContext } from "./container_parts.ts";
import type { ContainerOptions } from "./options.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { Logger } from "../log/logger.ts";
import { createObserver } from "../observability/observer.ts";
import { DEFAULT_LOG_LEVEL, type LogLevel } from "../wire/elements.ts";
import type { GetBearerToken } from "../vault/bearer.ts";
import { checkVaultConfig, DEFAULT_ENVIRONMENT, type VaultEnvironment } from "./check_config.ts";

export interface VaultConfig {
  readonly vaultID: string;
  /** Origin of the card frames. */
  readonly vaultURL: string;
  readonly getBearerToken: GetBearerToken;
  readonly options?: {
    readonly logLevel?: LogLevel;
    /** DEV gives raw values, in TEST vaults only. */
    readonly env?: VaultEnvironment;
    /** An address of one's own for the fields has to be https; the provider's is used all the same (spec S 5). */
    readonly customElementsURL?: string;
    readonly telemetry?: { readonly enabled?: boolean };
    readonly providerConfigID?: string;
    readonly holderReference?: string;
    /** Address of the save-instrument call, for `tokenize`. */
    readonly saveInstrumentURL?: string;
  };
}

export interface VaultClient {
  container(type: "COLLECT", options?: ContainerOptions): CollectContainer;
  container(type: "COMPOSABLE", options: ContainerOptions): ComposableContainer;
  /** Removes the observability frame; containers are unmounted by themselves. */
  destroy(): void;
}

export function init(config: VaultConfig): VaultClient {
  checkVaultConfig(config);
  const { vaultID, vaultURL } = config;
  const options = config.options ?? {};
  const observer = createObserver(new URL(vaultURL).origin, options.telemetry?.enabled !== false);
  const logger = new Logger({ level: options.logLevel ?? DEFAULT_LOG_LEVEL, bus: observer.bus });
  const { customElementsURL } = options;
  if (customElementsURL !== undefined && !/^https:\/\//.test(String(customElementsURL))) {
    const params = { value: String(customElementsURL) };
    logger.warn(new SdkError("client:collect_container.invalid_custom_url", { params }).message);
  }
  const parts: ContainerContext = {
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
    container: parseContainerMaker((type, own) => createContainer(type, parts, own)),
    destroy: observer.stop,
  };
}

export function createContainer(type: unknown, parts: ContainerContext, options: ContainerOptions | undefined) {
  const known: ContainerType = checkContainerType(type);
  try {
    return known === "COLLECT"
      ? new CollectContainer(parts, options ?? {})
      : new ComposableContainer(parts, parseOptions(options));
  } catch (cause) {
    // Rows of the table go on as they are; anything else is a container that could not be made.
    throw cause instanceof SdkError ? cause : new SdkError("client:collect_container.creation_failed", { cause });
  }
}

type Made = CollectContainer | ComposableContainer;

/** Overloads say which type gives which container; the check above holds them to it. */
function parseContainerMaker(make: (type: ContainerType, options?: ContainerOptions) => Made) {
  return make as VaultClient["container"];
}

/** Checked whole by the container itself. */
function parseOptions(options: ContainerOptions | undefined): ContainerOptions {
  return options as ContainerOptions;
}
