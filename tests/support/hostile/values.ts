/** Values that try to become markup, script, another address or another object. */
export const HOSTILE: readonly string[] = [
  `<img src=x onerror="window.pwned=1">`,
  `"><script>window.pwned=1</script>`,
  "javascript:window.pwned=1",
  "//evil.example/%2e%2e",
  "__proto__\u0000'; window.pwned=1; '",
];
