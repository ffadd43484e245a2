import * as fc from "fast-check";

/** Letters of push messages, and some that push messages do not have. */
const letters: readonly string[] = Array.from('{}[]",:\\0123456789.-+e= \nasdklbitpruvom_BTCn\u0000é');

/** A text in which a few letters at one place are gone or others. */
export function damagedText(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const added = fc.array(fc.constantFrom(...letters), { maxLength: 3 });
  return fc.tuple(text, place, fc.nat({ max: 3 }), added).map(([whole, share, removed, put]) => {
    const at = Math.floor(share * whole.length);
    return whole.slice(0, at) + put.join("") + whole.slice(at + removed);
  });
}
