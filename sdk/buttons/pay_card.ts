/** What a press of the card button runs. It loads after form and button are on the screen. */
export { composeCard } from "./compose_card.ts";
export { runPayment, tracePayments } from "../payment/payment_run.ts";
