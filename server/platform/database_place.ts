/** Which database a server uses. */

export type DatabasePlace = { readonly kind: "sqlite"; readonly path: string } | {
  readonly kind: "postgres";
  readonly url: string;
};
