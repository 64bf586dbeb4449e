/**
 * Types that leave programs for 5.45.0 as free as its own declarations do, which give payloads and some answers no type
 * (docs/decisions/sdk/published-5x-programs.md).
 */

/**
 * A payload whose members have types, and of which any other member may be read. `execution` and `error` are `any`:
 * programs read inside them and hand them on.
 */
export type Open<Payload> =
  & { readonly [Name in keyof Payload]: Name extends "execution" | "error" ? Loose<Payload[Name]> : Payload[Name] }
  // deno-lint-ignore no-explicit-any -- 5.45.0 says `any`: a program reads members that only the provider's client has
  & { readonly [member: string]: any };

/** Documented as its parameter but typed as 5.45.0 types it, because programs rely on more than is guaranteed. */
// deno-lint-ignore no-explicit-any -- 5.45.0 says `any`, or names fewer values than there are
export type Loose<_Known> = any;

/** Where 5.45.0 accepts anything, although only `Known` has an effect. */
// deno-lint-ignore ban-types -- `{}` keeps the known type as the one an editor offers
export type Anything<Known> = Known | {} | null | undefined;
