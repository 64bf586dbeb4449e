/**
 * The shape of every request and answer between the app and the services, compared with `tests/approved/wire/`: fields,
 * lengths, limits and allowed values. Pages of an earlier version stay open for days, so a change here is reviewed.
 */
import { describe, it } from "@std/testing/bdd";
import { assert } from "@std/assert";
import * as z from "zod/mini";
import { compareApprovedText } from "../../tests/support/approved.ts";

const FOLDER = new URL("./", import.meta.url);

/** Every module of the wire that exports a schema, so that a new one is approved as well. */
async function modulesBelow(folder = ""): Promise<readonly (readonly [name: string, exported: object])[]> {
  const found: (readonly [string, object])[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, FOLDER))) {
    if (isDirectory) found.push(...await modulesBelow(`${folder}${name}/`));
    else if (/(?<!_test)\.ts$/.test(name)) {
      found.push([`${folder}${name.slice(0, -".ts".length)}`, await import(new URL(folder + name, FOLDER).href)]);
    }
  }
  return found;
}

function schemasOf(module: object) {
  return Object.entries(module).filter(([, value]) => value instanceof z.core.$ZodType)
    .toSorted(([a], [b]) => a < b ? -1 : 1);
}

const MODULES = (await modulesBelow()).filter(([, module]) => schemasOf(module).length > 0);

/** JSON Schema, with one line for each part that has no parts of its own. */
function linesOf(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return ` ${JSON.stringify(value)}`;
  const entries = Object.entries(value);
  if (entries.every(([, part]) => typeof part !== "object" || part === null)) return ` ${JSON.stringify(value)}`;
  return entries.map(([name, part]) => `\n${indent}  ${name}:${linesOf(part, `${indent}  `)}`).join("");
}

describe("what app and services send each other", () => {
  it("is found in every folder of the wire", () => assert(MODULES.length >= 15));

  for (const [name, module] of MODULES) {
    it(`${name}: has the approved shape`, async () => {
      const parts = schemasOf(module).map(([exported, schema]) => {
        const { $schema: _, ...shape } = z.toJSONSchema(schema as z.core.$ZodType, {
          io: "input",
          unrepresentable: "any",
        });
        return `${exported}:${linesOf(shape)}\n`;
      });
      await compareApprovedText(`wire/${name}`, parts.join("\n"));
    });
  }
});
