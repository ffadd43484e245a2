import type { Shape } from "@depthwire/schema/internal";

/** The shapes directly inside a shape, in the order of its table; none for a scalar. */
export function shapeParts(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case "record":
    case "row":
      return Object.values(shape.fields).map((field) => field.shape);
    case "single-key":
      return Object.values(shape.entries).map((entry) => entry.shape);
    case "variants":
      return shape.alternatives.map((alternative) => alternative.shape);
    case "list":
      return [shape.element];
    case "map":
    case "nullable":
      return [shape.value];
    default:
      return [];
  }
}
