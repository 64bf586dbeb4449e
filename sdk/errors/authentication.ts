/** 401 and 403 count as authentication failures and end the session (spec S 6). */
export function isAuthenticationFailure(status: number): boolean {
  return status === 401 || status === 403;
}
