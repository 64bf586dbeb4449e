/** Options of containers and of `collect`. */
import type { ElementStyles } from "../elements/options.ts";
import type { Fonts } from "../options.ts";

/** Options of a container. */
export interface ContainerOptions extends Fonts {
  /** Number of fields in each row. Required for COMPOSABLE; its sum has to equal the number of elements. */
  layout?: readonly number[];
  /** Styles of each row. */
  styles?: ElementStyles;
  /** Styles of the error lines. */
  errorTextStyles?: ElementStyles;
  /** Title of the frames, read by screen readers. */
  title?: string;
  /** Texts that belong to no single element, and error texts for all of them. */
  translations?: ContainerTranslations;
}

/** Texts of a container that belong to no single element. */
export interface ContainerTranslations {
  /** Title of frames whose element has no label. */
  title?: string;
  /** Message shown when a frame does not load. */
  loadFailed?: string;
  /** Label of the button that loads the frame again. */
  retry?: string;
  /** Shown to the shopper when no valid bearer token could be obtained. */
  refused?: string;
  /** Error texts of all elements by fault (`empty`, `incomplete`, ...). An element's own texts take precedence. */
  error?: Readonly<Record<string, string>>;
}

/** Options of `collect` and `tokenize`. */
export interface CollectOptions {
  /** Whether the vault answers with a token per column of the records; a card has one token. Default true. */
  tokens?: boolean;
  /** Records to store beside the card. */
  additionalFields?: {
    /** Each with its table and its columns. Its field `skyflowID` is the id of the record to change. */
    records: readonly { table: string; fields: Readonly<Record<string, unknown>> }[];
  };
  /** Columns by which the vault updates existing records instead of adding new ones. A card is always a new one. */
  upsert?: readonly { table: string; column: string }[];
}
