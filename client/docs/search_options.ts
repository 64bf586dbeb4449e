/** What the build and the page must agree on to read one search index. */
import type { Options } from "minisearch";

/** A section of a page. */
export interface SearchRow {
  /** Its address. */
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

export const SEARCH_OPTIONS: Options<SearchRow> = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page"],
  // Names such as `payrails:client:destroyed` and `meta.methods` are found by each of their words.
  tokenize: (text) => text.split(/[^\p{L}\p{N}_-]+/u),
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
};
