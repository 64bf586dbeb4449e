/** What a container needs: the vault's address and tokens, the client's language, and its requests to a frame. */
import type { CollectElement } from "../elements/element.ts";
import type { Language } from "../locales/language.ts";
import type { Logger } from "../log/logger.ts";
import type { Appearance } from "../options.ts";
import type { TokenSource } from "../vault/bearer.ts";
import type { GroupSetup } from "../wire/elements.ts";

export interface ContainerContext {
  readonly vaultId: string;
  readonly vaultUrl: string;
  readonly providerConfigId: string;
  readonly holderReference?: string | undefined;
  /** Id of the payment session's current execution. */
  readonly execution?: () => string | undefined;
  readonly saveInstrumentUrl?: string | undefined;
  readonly table?: string | undefined;
  readonly tokens: TokenSource;
  readonly logger: Logger;
  readonly isDev: boolean;
  /** The client's language. Default: English and the page's own direction. */
  readonly language?: Pick<Language, "pack" | "tag" | "isRightToLeft"> | undefined;
  /** Default: the scheme of the page around the fields. */
  readonly colorScheme?: Appearance["colorScheme"];
  /** The colours and measures of the client. */
  readonly appearance?: GroupSetup["appearance"];
  /** Height of a field. Default: that of the default theme. */
  readonly controlPx?: number;
  /** Called before the merchant receives the element. */
  readonly created?: (element: CollectElement) => void;
  /** Called when the first frame is ready, so that deferred work may start. */
  readonly onReady: () => void;
}

export interface FrameRequest {
  readonly element: string;
  readonly role: GroupSetup["role"];
  readonly layout: readonly number[];
  readonly elements: () => readonly CollectElement[];
  readonly minDelayMs?: number;
  readonly ready?: () => void;
  /** Called when the frame's notice is in the frame's place. */
  readonly failed?: () => void;
}
