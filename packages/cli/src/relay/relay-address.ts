/** Where an engine is told that the venue is. Its connections are the relay's own, so nobody goes there. */
export const relayAddress = "ws://relay";
