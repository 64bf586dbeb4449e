/** Waits for a part of the SDK that loads on demand. */
import { SdkError } from "../errors/sdk_error.ts";

/** Rejects with `payrails:client:code_not_loaded` when the network or a new release of the page has lost the file. */
export async function loadCode<M>(loading: Promise<M>): Promise<M> {
  try {
    return await loading;
  } catch (cause) {
    throw new SdkError("client:code_not_loaded", { cause });
  }
}
