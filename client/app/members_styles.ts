/** The styles of the members' area, which load with it. */

/** The build knows the name of the file. */
declare const MEMBERS_STYLES_ADDRESS: string;

/** Resolves once they apply; rejects when they do not load, and the next call tries again. */
export function loadMembersStyles(): Promise<void> {
  if (typeof MEMBERS_STYLES_ADDRESS === "undefined") return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: MEMBERS_STYLES_ADDRESS });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error("The styles of the members' area did not load"));
    };
    document.head.append(link);
  });
}
