import * as fc from "fast-check";

/** Letters of push messages, and some that push messages do not have. */
const letters: readonly string[] = Array.from('{}[]",:\\0123456789.-+e= \nasdklbitpruvom_BTCn\u0000é');

/** A text in which a few letters at one place are gone or others. */
export function damagedText(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const added = fc.array(fc.constantFrom(...letters), { maxLength: 3 });
  return fc.tuple(text, fc.nat(), fc.nat({ max: 3 }), added).map(([whole, place, removed, put]) => {
    // Every place is as likely as another; a share of the length, drawn as a double, would nearly always be next to 0.
    const at = place % (whole.length + 1);
    return whole.slice(0, at) + put.join("") + whole.slice(at + removed);
  });
}
