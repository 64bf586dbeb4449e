/** Pages as chunks of their own. */
import { type ComponentType, lazy } from "react";
import { t } from "../../i18n/t.ts";
import { loadChunk } from "../load_chunk.ts";

/** The browser would return the same failed module again, so only a reload helps. */
export const PART_MISSING = t(
  "Part of this page didn't load. Your entries are saved. Reload the page to try again.",
);

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
