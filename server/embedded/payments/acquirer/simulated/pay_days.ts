/** Pay days of the simulated issuer: the 1st, the 15th and Fridays, in UTC. */
const MONTH_DAYS: readonly number[] = [1, 15];
const FRIDAY = 5;

export function isPayDay(ms: number): boolean {
  const day = new Date(ms);
  return MONTH_DAYS.includes(day.getUTCDate()) || day.getUTCDay() === FRIDAY;
}
