/** Takes back what was done, or ends what goes on. */
export type Undo = () => void;
