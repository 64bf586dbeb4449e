/** Digits of every script, such as full-width or Arabic ones, as 0 to 9: those of a script follow each other in Unicode. */
export function asciiDigits(text: string): string {
  return text.normalize("NFKC").replaceAll(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
