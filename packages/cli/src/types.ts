export type { Confine, Context, Input, Screen, Surroundings } from "./program/context.js";
export type { EnvelopeError, EnvelopeKind } from "./program/envelope.js";
export type { ExitCode } from "./program/exit-codes.js";
export type { Output, OutputStreams, Progress } from "./program/output.js";

export type { Styles } from "./program/styles.js";
