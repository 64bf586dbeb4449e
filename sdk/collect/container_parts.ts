/** What a container is made of: the vault's place and tokens, the client's language, and what it asks of a frame. */
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
  /** Of the payment session as it is now. */
  readonly execution?: () => string | undefined;
  readonly saveInstrumentUrl?: string | undefined;
  readonly table?: string | undefined;
  readonly tokens: TokenSource;
  readonly logger: Logger;
  readonly isDev: boolean;
  /** The language of the client; English and the page's own direction without. */
  readonly language?: Pick<Language, "pack" | "tag" | "isRightToLeft"> | undefined;
  /** Default: as the page around the fields is painted. */
  readonly colorScheme?: Appearance["colorScheme"];
  /** Before the merchant holds it. */
  readonly created?: (element: CollectElement) => void;
  /** The first frame said READY: what can wait begins. */
  readonly onReady: () => void;
}

export interface FrameRequest {
  readonly element: string;
  readonly role: GroupSetup["role"];
  readonly layout: readonly number[];
  readonly elements: () => readonly CollectElement[];
  readonly settleMs?: number;
  readonly ready?: () => void;
}
