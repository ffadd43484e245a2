import { encodeUtf8, encodeUtf8Into } from "../bytes/utf8.js";
import { md5BlockBytes, md5Finish, md5InitialState, md5PaddedLength, md5State, md5StateHex } from "./md5.js";
import { md5Compress } from "./md5-compress.gen.js";

/** HMAC-MD5 (RFC 2104) under one key. The key is held in a closure: nothing here can be printed, serialised or cloned. */
export interface HmacMd5 {
  /** The digest of the UTF-8 bytes of `text` as 32 lower-case hexadecimal digits. */
  readonly hex: (text: string) => string;
  /** The digest of bytes as they are, for what may be no UTF-8. */
  readonly hexOfBytes: (message: Uint8Array) => string;
}

const digestBytes = 16;

/**
 * Keys an HMAC-MD5. The two blocks that depend on the key alone are mixed here, once: that saves two of the
 * seven blocks of a usual message.
 */
export function createHmacMd5(key: Uint8Array): HmacMd5 {
  const innerKeyed = keyedState(key, 0x36);
  const outerKeyed = keyedState(key, 0x5c);
  const state = new Int32Array(4);
  const digestBlock = new DataView(new ArrayBuffer(md5BlockBytes));
  let bytes = new Uint8Array(1024);
  let block = new DataView(bytes.buffer);

  const makeRoom = (length: number): void => {
    const room = md5PaddedLength(length);
    if (room > bytes.length) {
      bytes = new Uint8Array(room);
      block = new DataView(bytes.buffer);
    }
  };
  const finish = (length: number): string => {
    state.set(innerKeyed);
    md5Finish(state, block, length, md5BlockBytes);
    for (let place = 0; place < 4; place += 1) {
      digestBlock.setInt32(place * 4, state[place] as number, true);
    }
    state.set(outerKeyed);
    md5Finish(state, digestBlock, digestBytes, md5BlockBytes);
    return md5StateHex(state);
  };
  const hex = (text: string): string => {
    // Three bytes a unit is the most that UTF-8 needs.
    makeRoom(text.length * 3);
    return finish(encodeUtf8Into(text, bytes));
  };
  const hexOfBytes = (message: Uint8Array): string => {
    makeRoom(message.length);
    bytes.set(message);
    return finish(message.length);
  };
  return { hex, hexOfBytes };
}

/** RFC 2104, section 2: the key, hashed when longer than a block, filled with zeros, XORed with the pad. */
function keyedState(key: Uint8Array, pad: number): Int32Array {
  const short = key.length > md5BlockBytes ? new Uint8Array(md5State(key).buffer) : key;
  const block = new Uint8Array(md5BlockBytes).fill(pad);
  for (const [at, byte] of short.entries()) {
    block[at] = byte ^ pad;
  }
  const state = md5InitialState();
  md5Compress(state, new DataView(block.buffer), 0);
  return state;
}

/** {@link createHmacMd5} keyed with the UTF-8 bytes of an API secret. */
export function createSecretHmac(apiSecret: string): HmacMd5 {
  return createHmacMd5(encodeUtf8(apiSecret));
}
