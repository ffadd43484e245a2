/** `depth-row` → `depthRow`. */
export function kebabToCamel(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `depth-row` → `DepthRow`. */
export function kebabToPascal(name: string): string {
  const camel = kebabToCamel(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
