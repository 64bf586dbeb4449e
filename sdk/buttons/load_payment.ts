/**
 * Loads the code of a payment while the shopper types, so that form and button show sooner: it is a third of what they
 * weigh together. Rejects when the file is lost.
 */
export const loadPayment = () => import("./pay_card.ts");
