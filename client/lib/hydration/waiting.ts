/** How the sent screen says that the app does not run yet: `data-waiting` of the document, "pressed" after a press. */
export const WAITING = "waiting";
export const PRESSED = "pressed";
/** `data-pressed-button` of the document: the test id of the button that was pressed last before the app ran. */
export const PRESSED_BUTTON = "pressedButton";
