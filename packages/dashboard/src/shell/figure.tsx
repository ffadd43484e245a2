import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { unknownText } from "../numbers/format.js";

/** How long changed digits stand out, in milliseconds. */
const freshMs = 200;

/** Where two texts begin to differ, from the left. */
function firstDifference(before: string, after: string): number {
  if (before.length !== after.length) {
    return 0;
  }
  let at = 0;
  while (at < after.length && before[at] === after[at]) {
    at++;
  }
  return at;
}

/** A figure whose changed digits stand out for a moment, by weight. `exact` is what hovering shows. */
export function Figure({
  text,
  exact,
}: {
  readonly text: string | undefined;
  readonly exact?: string | undefined;
}): JSX.Element {
  const shown = text ?? unknownText;
  const before = useRef(shown);
  const [fresh, setFresh] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (before.current === shown) {
      return undefined;
    }
    setFresh(firstDifference(before.current, shown));
    before.current = shown;
    const timer = setTimeout(() => setFresh(undefined), freshMs);
    return () => clearTimeout(timer);
  }, [shown]);
  const title = exact ?? text;
  if (fresh === undefined || fresh >= shown.length) {
    return (
      <span class="figure" title={title}>
        {shown}
      </span>
    );
  }
  return (
    <span class="figure" title={title}>
      {shown.slice(0, fresh)}
      <span class="fresh-digits">{shown.slice(fresh)}</span>
    </span>
  );
}
