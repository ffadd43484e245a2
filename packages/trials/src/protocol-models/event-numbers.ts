/**
 * The numbers that a model gives its events, by its own text: so there is one list of them.
 *
 * @throws Error for a name that the model does not define
 */
export function numbersOf(source: string): (name: string) => number {
  const numbers = new Map(
    [...source.matchAll(/^#define (\w+) (\d+)\b/gm)].map(([, name, number]) => [name, Number(number)]),
  );
  return (name) => {
    const number = numbers.get(name);
    if (number === undefined) {
      throw new Error(`the model has no event ${name}`);
    }
    return number;
  };
}
