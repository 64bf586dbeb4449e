/** Marks the prerendered screen until the app runs: `data-waiting` of the document, "pressed" after a press. */
export const WAITING = "waiting";
export const PRESSED = "pressed";
/** `data-pressed-button` of the document: test id of the last button pressed before the app ran. */
export const PRESSED_BUTTON = "pressedButton";
