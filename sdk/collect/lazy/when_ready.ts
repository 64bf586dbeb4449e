/** Calls on what loads in the background: they run in order when it has arrived, and their failures are logged. */
import { invokeCallback } from "../../core/invoke_callback.ts";
import { SdkError } from "../../errors/sdk_error.ts";
import { log } from "../../log/log.ts";

export function logFault(cause: unknown): void {
  if (cause instanceof SdkError) log(cause);
  else invokeCallback(() => Promise.reject(cause));
}

/** Runs the call once `ready` has its value. A container that failed to load was already logged. */
export function whenReady<T>(ready: PromiseLike<T>, act: (made: T) => unknown): void {
  ready.then((made) => {
    try {
      act(made);
    } catch (cause) {
      logFault(cause);
    }
  }, () => {});
}
