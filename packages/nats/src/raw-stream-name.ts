/** The stream that keeps frames of all venues for some minutes: the name that the permissions of `depthwire relay config` know. */
export const rawStream = "DW1_RAW";
