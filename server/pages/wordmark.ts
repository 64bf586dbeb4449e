/** The product's mark and name, for the documents that the server writes. */
import { html } from "../platform/html.ts";

export const WORDMARK = html`
  <svg class="wordmark__mark" viewBox="0 0 30 30" aria-hidden="true">
    <path d="M15 2a12 12 0 0 1 0 24h-2L6 29v-5.400A12 12 0 0 1 15 2z" fill="currentColor" />
    <path d="M9.500 14.500l4 4 7.500-8.500" fill="none" stroke="var(--paper)" stroke-width="3" stroke-linecap="round"
      stroke-linejoin="round" />
  </svg><span>Trust<span class="wordmark__soft">Check</span></span>
`;

/** The mark as an icon, which browsers request for documents that name none; client/index.html holds the same one. */
export const ICON = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 30'>" +
  "<path fill='#0b6e63' d='M15 2a12 12 0 0 1 0 24h-2L6 29v-5.400A12 12 0 0 1 15 2z'/>" +
  "<path fill='none' stroke='#fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round' " +
  "d='M9.500 14.500l4 4 7.500-8.500'/></svg>";
