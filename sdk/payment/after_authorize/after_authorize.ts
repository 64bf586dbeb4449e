/**
 * What a payment may need once it was sent: the popup of a challenge, and the meaning of a failure. Loads while
 * authorize is under way.
 */
export { openChallenge } from "../../three_ds/challenge.ts";
export { declineOf, explain } from "./failure.ts";
