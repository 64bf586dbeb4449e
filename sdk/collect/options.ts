/** Options of containers and of `collect`. */
import type { ElementStyles } from "../elements/options.ts";
import type { Fonts } from "../options.ts";

/** Options of a container. */
export interface ContainerOptions extends Fonts {
  /** Number of fields in each row. Required for COMPOSABLE; its sum has to equal the number of elements. */
  readonly layout?: readonly number[];
  /** Styles of each row. */
  readonly styles?: ElementStyles;
  /** Styles of the error lines. */
  readonly errorTextStyles?: ElementStyles;
  /** Title of the frames, read by screen readers. */
  readonly title?: string;
  /** Texts that belong to no single element, and error texts for all of them. */
  readonly translations?: ContainerTranslations;
}

/** Texts of a container that belong to no single element. */
export interface ContainerTranslations {
  /** Title of frames whose element has no label. */
  readonly title?: string;
  /** Message shown when a frame does not load. */
  readonly loadFailed?: string;
  /** Label of the button that loads the frame again. */
  readonly retry?: string;
  /** Shown to the shopper when no valid bearer token could be obtained. */
  readonly refused?: string;
  /** Error texts of all elements by fault (`empty`, `incomplete`, ...). An element's own texts take precedence. */
  readonly error?: Readonly<Record<string, string>>;
}

/** Options of `collect` and `tokenize`. */
export interface CollectOptions {
  /** Whether the vault answers with a token per column. Default true. */
  readonly tokens?: boolean;
  /** Records to store beside the card. */
  readonly additionalFields?: {
    readonly records: readonly { readonly table: string; readonly fields: Readonly<Record<string, unknown>> }[];
  };
  /** Columns by which the vault updates existing records instead of adding new ones. */
  readonly upsert?: readonly { readonly table: string; readonly column: string }[];
}
