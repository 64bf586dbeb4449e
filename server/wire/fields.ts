/** Schema fields shared by many bodies: a text of bounded length, an address, an id. */
import * as z from "zod/mini";
import { isEmail } from "./email.ts";

/** Text of at most this many characters; it may be empty. */
export const text = (maxChars: number) => z.string().check(z.maxLength(maxChars));
/** One email address, as `isEmail` accepts it. */
export const email = z.string().check(z.refine(isEmail));
/** An opaque id: 1 to 128 characters. */
export const id = z.string().check(z.minLength(1), z.maxLength(128));
