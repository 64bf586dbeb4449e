/** The two ways to pay (spec W 1). */
export type PaymentMethod = "apple" | "card";
