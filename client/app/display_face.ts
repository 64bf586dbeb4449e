/**
 * The typeface of headings and large figures, loaded on every page after its first paint. Until then they use a local
 * typeface that the style sheet stretches to the same widths, so that the change moves nothing.
 */
import { whenIdle } from "../lib/browser/when_idle.ts";

/** The build knows the name of the file. */
declare const DISPLAY_FACE_ADDRESS: string;

/** As in `--display` of client/styles/tokens.css. */
const FAMILY = "TrustCheck Display";
/** The file holds every weight between these. */
const WEIGHTS = "300 900";

/** A visitor who asks to save data keeps the local typeface. */
export function loadDisplayFace(): void {
  if (typeof DISPLAY_FACE_ADDRESS === "undefined" || savesData()) return;
  whenIdle(() => {
    const face = new FontFace(FAMILY, `url("${DISPLAY_FACE_ADDRESS}") format("woff2")`, { weight: WEIGHTS });
    // A typeface that does not load is only missing decoration: the local one stays.
    face.load().then((loaded) => document.fonts.add(loaded), () => undefined);
  });
}

function savesData(): boolean {
  return "connection" in navigator && Object(navigator.connection).saveData === true;
}
