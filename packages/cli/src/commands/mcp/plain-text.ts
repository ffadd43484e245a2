/** Characters that are not seen, or that change how others are seen: controls, formats (bidirectional, zero width, tags), line separators. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Text of somebody else as one plain line. */
export function plainText(text: string): string {
  return text.replace(unseen, " ");
}

/** Text of several lines: each plain. */
export function plainLines(text: string): string {
  return text.split("\n").map(plainText).join("\n").trim();
}

/** How much of a value is kept. */
export interface Budget {
  /** Characters. */
  left: number;
  /** Elements of lists that were left out. */
  omitted: number;
}

/** A value with every text in it plain, keys too; lists end where the budget does. */
export function plainValue(value: unknown, budget: Budget): unknown {
  if (typeof value === "string") {
    budget.left -= value.length;
    return plainText(value);
  }
  if (Array.isArray(value)) {
    return plainList(value, budget);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        budget.left -= key.length;
        return [plainText(key), plainValue(inner, budget)];
      }),
    );
  }
  budget.left -= String(value).length;
  return value;
}

function plainList(values: readonly unknown[], budget: Budget): readonly unknown[] {
  const kept: unknown[] = [];
  for (const value of values) {
    if (budget.left <= 0) {
      break;
    }
    kept.push(plainValue(value, budget));
  }
  budget.omitted += values.length - kept.length;
  return kept;
}
