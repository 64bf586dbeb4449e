/** Schema fields shared by many bodies: a text of bounded length, an address, an id. */
import * as z from "zod/mini";
import { isEmail } from "./email.ts";

export const text = (maxChars: number) => z.string().check(z.maxLength(maxChars));
export const email = z.string().check(z.refine(isEmail));
export const id = z.string().check(z.minLength(1), z.maxLength(128));
