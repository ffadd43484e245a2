/** For each file, the files that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * The circles of a graph: largest sets of files of which each reaches each other (Tarjan's strongly connected components).
 *
 * @returns each circle's files in the order of their names, largest circle first
 */
export function circlesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowLinks = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const circles: string[][] = [];

  function visit(file: string): number {
    const at = order.size;
    order.set(file, at);
    let low = at;
    open.push(file);
    isOpen.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) {
        low = Math.min(low, visit(next));
      } else if (isOpen.has(next)) {
        low = Math.min(low, order.get(next) ?? low);
      }
    }
    lowLinks.set(file, low);
    if (low === at) {
      const circle = open.splice(open.indexOf(file));
      for (const member of circle) {
        isOpen.delete(member);
      }
      if (circle.length > 1 || graph.get(file)?.includes(file) === true) {
        circles.push(circle.sort());
      }
    }
    return low;
  }

  for (const file of graph.keys()) {
    if (!order.has(file)) {
      visit(file);
    }
  }
  return circles.sort((a, b) => b.length - a.length);
}
