/**
 * Screens that the server renders, so that the visitor reads them before the app runs. They hold nothing that only
 * the visitor's browser knows.
 */
import { findPlan, isRecurring, PLANS } from "../../billing/plans.ts";
import { questionOfLink } from "../link_parameters.ts";
import { ROUTES } from "../routes.ts";

/** Of the payment step: the plan that the visitor chose on the step before. */
export const CHOSEN_PARAMETER = "chosen";

export const QUESTION_PARAMETER = "q";
export const STEP_PARAMETER = "step";
const QUESTION_COUNT = 20;

/** Address of the choice of plans, below the base. */
export const PLAN_CHOICE = `${ROUTES.main}?${STEP_PARAMETER}=plan`;

/** Address of the payment of this plan, below the base. */
export function paymentAddress(planId: string): string {
  return `${ROUTES.main}?${STEP_PARAMETER}=payment&${CHOSEN_PARAMETER}=${planId}`;
}

function questionAddress(n: number): string {
  return `${ROUTES.main}?${QUESTION_PARAMETER}=${n}`;
}

/** Their addresses below the base. */
export const SENT_SCREENS: readonly string[] = [
  ROUTES.main,
  ROUTES.scanning,
  ...Array.from({ length: QUESTION_COUNT }, (_, index) => questionAddress(index + 1)),
  ...PLANS.filter(isRecurring).map(({ id }) => paymentAddress(id)),
];

/** The question that an address shows: its own, or else the one at which its link starts the quiz. */
export function questionOf(query: URLSearchParams): number | undefined {
  return questionOfLink(query.get(QUESTION_PARAMETER) ?? query.get("startFrom") ?? "");
}

/** Which of {@link SENT_SCREENS} an address shows, if any. `path` is below the base. */
export function sentScreen(path: string, query: URLSearchParams): string | undefined {
  const screen = path === ROUTES.main ? mainScreen(query) : path;
  return SENT_SCREENS.find((known) => known === screen);
}

function mainScreen(query: URLSearchParams): string | undefined {
  const step = query.get(STEP_PARAMETER);
  if (step === "payment") return paymentAddress(findPlan(query.get(CHOSEN_PARAMETER) ?? "")?.id ?? "");
  if (step !== null) return undefined;
  const question = questionOf(query);
  if (question !== undefined) return questionAddress(question);
  return query.has(QUESTION_PARAMETER) ? undefined : ROUTES.main;
}
