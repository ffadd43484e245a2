/**
 * Pages of this address may use the sandbox of `npm start`, all others are refused. Only a program of this computer can serve them there, and such
 * a program may ask the sandbox anyway.
 */
export const pageOrigin = "http://127.0.0.1:3000";
