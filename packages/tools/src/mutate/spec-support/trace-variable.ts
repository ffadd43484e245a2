/** An environment variable of programs that run mutants: the beginning of the path at which they tell which of them they reach. */
export const traceVariable = "MUTANT_TRACE";
