/** Creates a container of either kind, for the client and for the vault client. */
import { collectError } from "../errors/refuse.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { checkContainerType, type ContainerType } from "./check_collect.ts";
import { CollectContainer } from "./collect_container.ts";
import { ComposableContainer } from "./composable.ts";
import type { ContainerContext } from "./container_context.ts";
import type { ContainerOptions } from "./options.ts";

export function createContainer(type: unknown, context: ContainerContext, options: ContainerOptions | undefined) {
  const known: ContainerType = checkContainerType(type);
  try {
    return known === "COLLECT"
      ? new CollectContainer(context, options ?? {})
      : new ComposableContainer(context, asOptions(options));
  } catch (cause) {
    // Errors of the table pass through; any other exception becomes `creation_failed`.
    throw cause instanceof SdkError ? cause : collectError("creation_failed", { cause });
  }
}

/** The container checks its options itself. */
function asOptions(options: ContainerOptions | undefined): ContainerOptions {
  return options as ContainerOptions;
}
