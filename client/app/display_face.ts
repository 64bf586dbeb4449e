/**
 * The face of headings and large figures, on every page after its first paint. Until then they stand in a local face
 * that the style sheet stretches to the same widths, so that the change moves nothing.
 */
import { whenIdle } from "../lib/browser/when_idle.ts";

/** The build knows the name of the file. */
declare const DISPLAY_FACE_ADDRESS: string;

/** As in `--display` of client/styles/tokens.css. */
const FAMILY = "TrustCheck Display";
/** The file holds every weight between these. */
const WEIGHTS = "300 900";

/** A visitor who asks to save data keeps the local face. */
export function loadDisplayFace(): void {
  if (typeof DISPLAY_FACE_ADDRESS === "undefined" || savesData()) return;
  whenIdle(() => {
    const face = new FontFace(FAMILY, `url("${DISPLAY_FACE_ADDRESS}") format("woff2")`, { weight: WEIGHTS });
    // A face that does not load is decoration that is missing: the local one stays.
    face.load().then((loaded) => document.fonts.add(loaded), () => undefined);
  });
}

function savesData(): boolean {
  return "connection" in navigator && Object(navigator.connection).saveData === true;
}
