/** Close code of a connection whose key was revoked: against the rules. @spec RFC 6455, section 7.4.1 */
export const revokedCloseCode = 1008;

/** Close code of a connection that the sandbox failed to serve: an unexpected condition. @spec RFC 6455, section 7.4.1 */
export const failedCloseCode = 1011;

/** Close code of a client that sends more messages than it may: against the rules. @spec RFC 6455, section 7.4.1 */
export const floodCloseCode = 1008;
