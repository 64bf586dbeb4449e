import lpn from "google-libphonenumber";
const u = lpn.PhoneNumberUtil.getInstance();
for (
  const x of [
    ["", ""],
    ["abc", "US"],
    ["123", ""],
    ["+999 123", ""],
    ["253-0000", "US"],
    ["+1 650 253", ""],
    ["0044 20 7946 0958", ""],
    ["020 7946 0958", "GB"],
    ["+44 (0)20 7946 0958", ""],
    ["1-800-FLOWERS", "US"],
    ["+1 650 253 0000 0000 0000 0000", ""],
    ["tel:+16502530000", ""],
    ["６５０２５３００００", "US"],
    ["+1 650 555 0123", ""],
    ["1", "US"],
    ["+39 06 6982", ""],
    ["+447700900123", ""],
    ["+4915112345678", ""],
    ["+33123456789", ""],
    ["+8821612345678", ""],
  ]
) {
  try {
    const p = u.parseAndKeepRawInput(x[0], x[1]);
    console.log(
      x,
      u.format(p, 0),
      u.isValidNumber(p),
      u.getNumberType(p),
      u.isPossibleNumberWithReason(p),
      u.getRegionCodeForNumber(p),
      (u as any).isNumberGeographical?.(p),
      u.getNationalSignificantNumber(p),
    );
  } catch (e) {
    console.log(x, String(e), (e as Error).message);
  }
}
for (let i = 0; i < 4; i++) {
  const t2 = performance.now();
  for (let k = 0; k < 1000; k++) {
    const p = u.parseAndKeepRawInput("+1 650 253 0000", "");
    u.isValidNumber(p);
    u.getNumberType(p);
    u.format(p, 1);
    u.format(p, 2);
    u.format(p, 0);
    u.getRegionCodeForNumber(p);
  }
  console.log("us/op", performance.now() - t2);
}
