/** Pages as chunks of their own; one that has not loaded after 120 s is a load error (W-LIMIT-01, W-LIMIT-06). */
import { type ComponentType, lazy } from "react";
import { t } from "../../i18n/t.ts";

export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** The browser would return the same failed module again, so only a reload helps. */
export const PART_MISSING = t(
  "Part of this page didn't load. Your entries are saved. Reload the page to try again.",
);

/** A part of the app failed to load; a reload gets the current version. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/** Resolves with the chunk; rejects with ChunkLoadError when it fails or exceeds the limit. */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, timeoutMs, new Error("late"));
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw new ChunkLoadError("A part of the app did not load", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** `lazyPage(() => import("../../pages/funnel/OffersPage.tsx").then((m) => m.OffersPage))`. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    addEventListener("pageshow", loadAnew);
    const page = await loadChunk(load);
    removeEventListener("pageshow", loadAnew);
    return { default: page };
  });
}

/** A page restored by "forward" may have lost its chunks: they are then requested again. */
function loadAnew({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}

/** The styles of the members' area and the offers, which load with them; the build knows the name of the file. */
declare const MEMBERS_STYLES_ADDRESS: string;

let membersStyles: Promise<void> | undefined;

/** Resolves once they apply; rejects when they do not load, and the next call tries again. */
export function loadMembersStyles(): Promise<void> {
  membersStyles ??= appendMembersStyles().catch((reason: unknown) => {
    membersStyles = undefined;
    throw reason;
  });
  return membersStyles;
}

function appendMembersStyles(): Promise<void> {
  if (typeof MEMBERS_STYLES_ADDRESS === "undefined") return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: MEMBERS_STYLES_ADDRESS });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(link.href));
    };
    document.head.append(link);
  });
}
