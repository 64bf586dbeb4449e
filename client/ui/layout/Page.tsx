/** The body of every screen: sets the document title, names the landmark, and takes focus when the route changes. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { PRODUCT_LABEL } from "../../lib/browser/site.ts";
import { finishEarlyPress } from "../../lib/hydration/early_input.ts";
import { cx } from "../../lib/format/class_names.ts";
import type { PictureName } from "../../drawings/pictures.ts";
import { Picture } from "../pictures/Picture.tsx";

export interface PageProps {
  /** Title of the document; also the h1 unless `heading` is false. */
  readonly title: string;
  readonly children: ReactNode;
  readonly width?: "normal" | "narrow" | "wide";
  /** Renders the title as h1. Default true. */
  readonly heading?: boolean;
  /** Shown above the title. */
  readonly picture?: PictureName;
  /** What a page of several shows, such as one report of many: a change is an arrival, as at another page. */
  readonly place?: string;
}

export function Page({ title, children, width = "normal", heading = true, picture, place }: PageProps) {
  const main = useRef<HTMLElement>(null);
  // Earlier than the effects of what it holds, which may name the document better (use_title.ts).
  useLayoutEffect(() => {
    document.title = `${title} · ${PRODUCT_LABEL}`;
  }, [title, place]);
  useFocusOnArrival(main, place);
  useEffect(finishEarlyPress, []);
  return (
    <main ref={main} id="content" tabIndex={-1} className={cx("page", width !== "normal" && `page--${width}`)}>
      {heading
        ? (
          <div className="stack stack--24">
            {picture === undefined ? <h1>{title}</h1> : (
              <div className="stack stack--8">
                <Picture name={picture} size={64} />
                <h1>{title}</h1>
              </div>
            )}
            {children}
          </div>
        )
        : children}
    </main>
  );
}

/** Screen readers follow the route: focus goes to the new page, but never on the first load. */
function useFocusOnArrival(main: { readonly current: HTMLElement | null }, place: string | undefined): void {
  const { key } = useLocation();
  useEffect(() => {
    if (key === "default") return;
    globalThis.scrollTo(0, 0);
    // A screen that has set the focus itself keeps it.
    if (main.current?.contains(document.activeElement) === true) return;
    main.current?.focus({ preventScroll: true });
  }, [place]);
}
