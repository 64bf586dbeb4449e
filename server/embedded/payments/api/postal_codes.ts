/**
 * Formats of postal codes as people type them, by pattern; a country without a row has none. Ours, since the published
 * lists refuse "1000001" in Japan, "1012ab" in the Netherlands and "d02 x285" in Ireland.
 */

type PatternRow = readonly [pattern: string, countries: string];

// deno-fmt-ignore
const PATTERNS: readonly PatternRow[] = [
  ["^\\d{5}$", "AQ AX BA BL BT CR CU DE DO DZ EE EG EH ES FI FR GF GP GT HN HR ID IQ IT JO KE KH KR KW LA LK MA MC ME MF MM MN MQ MV MX MY NC NI NP PE PF PK PM RE RS SA SD SM SN TH TL TR UA UY VA WF XK YT ZM"],
  ["^\\d{4}$", "AF AL AM AT AU BD BE BG BO CC CH CV CX CY DK ET GE GL GW HM HT HU LI LR LU MK MZ NE NF NO NZ PH PY SI SJ TN VE ZA"],
  ["^\\d{6}$", "BY CN CO EC IN KG KZ NG RO RU SG TJ TM TT UZ"],
  ["^\\d{5}(-\\d{4})?$", "AS FM GU MH MP PR PW US VI"],
  ["^\\d{3}$", "FO GN IS LS MG OM PG PS"],
  ["^\\d{3} ?\\d{2}$", "CZ GR SE SK"],
  ["^\\d{3}-?\\d{4}$", "CL JP"],
  ["^AD\\d{3}$", "AD"],
  ["^(AI-?)?2640$", "AI"],
  ["^([A-HJ-NP-Za-hj-np-z])?\\d{4}([A-Za-z]{3})?$", "AR"],
  ["^(AZ ?)?\\d{4}$", "AZ"],
  ["^BB\\d{5}$", "BB"],
  ["^\\d{3,4}$", "BH"],
  ["^[A-Za-z]{2} ?[A-Za-z\\d]{2}$", "BM"],
  ["^[A-Za-z]{2} ?\\d{4}$", "BN"],
  ["^\\d{5}-?\\d{3}$", "BR"],
  ["^[A-Za-z]\\d[A-Za-z] ?\\d[A-Za-z]\\d$", "CA"],
  ["^FIQQ ?1ZZ$", "FK"],
  ["^(GIR ?0AA|[A-Za-z]{1,2}\\d[A-Za-z\\d]? ?\\d[A-Za-z]{2})$", "GB"],
  ["^GY\\d[\\dA-Za-z]? ?\\d[A-Za-z]{2}$", "GG"],
  ["^GX11 ?1AA$", "GI"],
  ["^SIQQ ?1ZZ$", "GS"],
  ["^[A-Za-z\\d]{3} ?[A-Za-z\\d]{4}$", "IE"],
  ["^\\d{5}(\\d{2})?$", "IL"],
  ["^IM\\d[\\dA-Za-z]? ?\\d[A-Za-z]{2}$", "IM"],
  ["^BBND ?1ZZ$", "IO"],
  ["^\\d{5}-?\\d{5}$", "IR"],
  ["^JE\\d[\\dA-Za-z]? ?\\d[A-Za-z]{2}$", "JE"],
  ["^KY\\d-?\\d{4}$", "KY"],
  ["^\\d{4}( ?\\d{4})?$", "LB"],
  ["^LC\\d{2} ?\\d{3}$", "LC"],
  ["^(LT-?)?\\d{5}$", "LT"],
  ["^(LV-?)?\\d{4}$", "LV"],
  ["^(MD-?)?\\d{4}$", "MD"],
  ["^MSR ?\\d{4}$", "MS"],
  ["^[A-Za-z]{3} ?\\d{2,4}$", "MT"],
  ["^[A-Za-z\\d]\\d{4}$", "MU"],
  ["^\\d{4} ?[A-Za-z]{2}$", "NL"],
  ["^\\d{2}-?\\d{3}$", "PL"],
  ["^PCRN ?1ZZ$", "PN"],
  ["^\\d{4}-?\\d{3}$", "PT"],
  ["^(ASCN|STHL|TDCU) ?1ZZ$", "SH"],
  ["^[A-Za-z]{2} ?\\d{5}$", "SO"],
  ["^(CP )?\\d{4}$", "SV"],
  ["^[A-Za-z]\\d{3}$", "SZ"],
  ["^TKCA ?1ZZ$", "TC"],
  ["^\\d{3}(\\d{2,3})?$", "TW"],
  ["^VC\\d{4}$", "VC"],
  ["^VG\\d{4}$", "VG"],
  ["^\\d{5,6}$", "VN"],
];

export const POSTAL_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  PATTERNS.flatMap(([pattern, countries]) => countries.split(" ").map((country) => [country, pattern])),
);
