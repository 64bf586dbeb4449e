/** The check digit of a card number (ISO/IEC 7812-1, annex B). */

export function passesLuhn(digits: string): boolean {
  // Zeros alone would pass, and no card has such a number.
  if (!/^(?!0+$)\d{2,}$/.test(digits)) return false;
  let sum = 0;
  for (let fromEnd = 0; fromEnd < digits.length; fromEnd++) {
    const digit = Number(digits[digits.length - 1 - fromEnd]);
    const doubled = fromEnd % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
