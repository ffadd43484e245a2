/** Taken when it is free, unless another one is asked for. */
export const usualPort = 8090;
