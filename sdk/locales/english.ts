/** English texts that several parts share. */
import type { CommonTexts } from "./pack.ts";

export const COMMON: CommonTexts = {
  pay: "Pay",
  paySum: "Pay {sum}",
  loading: "Loading",
  redirect: "Generic redirect",
  payByBank: "Pay by bank",
  unavailable: "Unavailable",
  notLoaded: "The payment options couldn't load. Check your connection and try again.",
  save: "Save instrument for future payments",
};
