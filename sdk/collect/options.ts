/** What merchants may set on a container and on collect, and what they get. */
import type { ElementStyles } from "../elements/options.ts";
import type { Fonts } from "../options.ts";

export interface ContainerOptions extends Fonts {
  /** COMPOSABLE: number of fields in each row. */
  readonly layout?: readonly number[];
  readonly styles?: ElementStyles;
  readonly errorTextStyles?: ElementStyles;
  /** Title of the frames, read out by screen readers. */
  readonly title?: string;
  readonly translations?: ContainerTranslations;
}

/** Every sentence a container says that belongs to no single element. */
export interface ContainerTranslations {
  /** Of frames whose element has no label. */
  readonly title?: string;
  /** What stands in a frame's place when it does not load, and its button. */
  readonly loadFailed?: string;
  readonly retry?: string;
  /** The bearer token was refused while the shopper waited. */
  readonly refused?: string;
  /** For every element, by what is wrong; an element's own sentences go first. */
  readonly error?: Readonly<Record<string, string>>;
}

export interface CollectOptions {
  /** Tokens per column in the vault's answer, default true. */
  readonly tokens?: boolean;
  readonly additionalFields?: {
    readonly records: readonly { readonly table: string; readonly fields: Readonly<Record<string, unknown>> }[];
  };
  readonly upsert?: readonly { readonly table: string; readonly column: string }[];
}
