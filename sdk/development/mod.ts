/** The public API of the development build, which warns of a merchant's mistakes: docs/decisions/development-build.md. */
export * from "../mod.ts";
