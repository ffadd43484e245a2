/** Uniform in [0, 1), as `Math.random`. Tests and the sandbox pass a seeded one. */
export type Random = () => number;
