/** How the sent screen says that the app does not run yet: `data-waiting` of the document, "pressed" after a press. */
export const WAITING = "waiting";
export const PRESSED = "pressed";
