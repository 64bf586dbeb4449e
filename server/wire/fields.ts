/** Schema fields shared by many bodies: a text of bounded length, an address, an id. */
import * as z from "zod/mini";
import { isEmail } from "./email.ts";

/** Text of at most this many characters; it may be empty. */
export const text = (maxChars: number) => z.string().check(z.maxLength(maxChars));
/**
 * Format controls turn the direction of what follows them (U+202E) or hide, and a NUL ends a text. The joiners that
 * Persian words and emojis need may stay.
 */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;
const KEPT = ["\n", "\t", "\u200c", "\u200d"];

export function withoutInvisible(words: string): string {
  return words.replaceAll(INVISIBLE, (sign) => KEPT.includes(sign) ? sign : "");
}

/** Text that one person types and others read: at most this many characters, stored without invisible ones. */
export const shownText = (maxChars: number) => z.string().check(z.overwrite(withoutInvisible), z.maxLength(maxChars));
/** One email address, as `isEmail` accepts it. */
export const email = z.string().check(z.refine(isEmail));
/** An opaque id: 1 to 128 characters. */
export const id = z.string().check(z.minLength(1), z.maxLength(128));
