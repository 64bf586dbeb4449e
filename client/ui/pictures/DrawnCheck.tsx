/** A check that draws itself once: something is done, a payment or a cancellation. */
export function DrawnCheck() {
  return (
    <svg className="paid-moment__check" viewBox="0 0 64 64" aria-hidden>
      <circle cx="32" cy="32" r="29" pathLength={1} />
      <path d="M19 33.5L28 42.500L45.500 23" pathLength={1} />
    </svg>
  );
}
