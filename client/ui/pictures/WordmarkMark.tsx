/** The mark of the product: a speech bubble whose answer is a tick. */
export function WordmarkMark() {
  return (
    <svg className="wordmark__mark" viewBox="0 0 30 30" aria-hidden>
      <path d="M15 2a12 12 0 0 1 0 24h-2L6 29v-5.400A12 12 0 0 1 15 2z" fill="currentColor" />
      <path
        d="M9.500 14.500l4 4 7.500-8.500"
        fill="none"
        stroke="var(--paper)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
