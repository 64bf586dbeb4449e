/** The width of an element in pixels, so that the text of a chart keeps its size on every screen. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Before it is measured, and where there is nothing to measure. */
const DEFAULT_PX = 640;

export function useWidth<Kind extends HTMLElement>(): readonly [RefObject<Kind | null>, number] {
  const place = useRef<Kind>(null);
  const [width, setWidth] = useState(DEFAULT_PX);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || !("ResizeObserver" in globalThis)) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
