/** What a press of the card button runs. It loads after form and button are on the screen. */
export { cardMethod } from "./card_method.ts";
export { runPayment, stillOpen, tracePayments } from "../payment/payment_run.ts";
