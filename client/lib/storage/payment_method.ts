/** The two payment methods (W-PAY-01). */
export type PaymentMethod = "apple" | "card";
