/** Reads a service's answer as the app does, and requires that the app's schema drops nothing of it. */
import * as z from "zod/mini";
import { assertEquals } from "@std/assert";

export function readAnswer<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const read = z.parse(schema, answer);
  assertEquals(answer, read, "the schema does not have every field of the answer");
  return read;
}
