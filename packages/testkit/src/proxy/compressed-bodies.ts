/** Offset of the first payload byte that is aimed at in a binary body: behind a marker and a compression header. */
const headerBytes = 3;
/** First bytes of a compressed body: zlib (RFC 1950) and gzip (RFC 1952). */
const compressedStarts: readonly number[] = [0x78, 0x1f];
/** How compressed bodies begin that stand as base64 in a JSON text: gzip, and zlib at its usual levels. */
const base64Starts: readonly string[] = ['"H4sI', '"eJ'];
/** A body is behind so many bytes of JSON at most. */
const base64Within = 400;
/** At least half of the rest of the message is still body, whatever JSON follows it. */
const base64Part = 0.5;
const endOfUpgrade = "\r\n\r\n";

/**
 * Follows what a WebSocket server sends (RFC 6455: nothing is masked in this direction) and flips single bits in
 * compressed bodies. It holds no byte back and looks at each once.
 */
export class CompressedBodies {
  readonly #flipBitsAt: number[];
  /** How much of the upgrade's closing blank line was seen; frames follow it. */
  #upgradeSeen = 0;
  readonly #header: number[] = [];
  #payloadBytes = 0;
  /** Payload bytes of the present frame that went by. */
  #at = 0;
  #starts: number[] = [];
  /** The first bytes of the payload as text, as far as a body may begin within them. */
  #recent = "";
  /** Where in the payload to flip; undefined: nowhere in this frame. */
  #flipAt: number | undefined;
  #flipBit = 0;

  /** @param flipBitsAt taken from the front: one entry a compressed body, its place as a part of the body */
  constructor(flipBitsAt: number[]) {
    this.#flipBitsAt = flipBitsAt;
  }

  /** Changes the bytes in place. */
  pass(bytes: Buffer): void {
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] as number;
      if (this.#upgradeSeen < endOfUpgrade.length) {
        this.#takeUpgrade(byte);
      } else if (this.#at >= this.#payloadBytes) {
        this.#takeHeader(byte);
      } else {
        bytes[index] = this.#takePayload(byte);
      }
    }
  }

  #takeUpgrade(byte: number): void {
    const fits = byte === endOfUpgrade.charCodeAt(this.#upgradeSeen);
    const startsAnew = byte === endOfUpgrade.charCodeAt(0) ? 1 : 0;
    this.#upgradeSeen = fits ? this.#upgradeSeen + 1 : startsAnew;
  }

  #takeHeader(byte: number): void {
    const header = this.#header;
    header.push(byte);
    if (header.length < 2) {
      return;
    }
    const short = (header[1] as number) & 0x7f;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (header.length < 2 + lengthBytes) {
      return;
    }
    this.#payloadBytes = lengthBytes === 0 ? short : header.slice(2).reduce((length, one) => length * 256 + one, 0);
    this.#at = 0;
    this.#starts = [];
    this.#recent = "";
    this.#flipAt = undefined;
    header.length = 0;
  }

  #takePayload(byte: number): number {
    const at = this.#at++;
    if (at < headerBytes) {
      this.#decide(byte);
    }
    if (at < base64Within && this.#flipAt === undefined && this.#flipBitsAt.length > 0) {
      this.#decideBase64(byte);
    }
    return at === this.#flipAt ? byte ^ this.#flipBit : byte;
  }

  /** A body is compressed when it starts so, or does behind a marker. */
  #decide(byte: number): void {
    const starts = this.#starts;
    starts.push(byte);
    if (starts.length < headerBytes || this.#flipBitsAt.length === 0) {
      return;
    }
    const room = this.#payloadBytes - headerBytes;
    const isCompressed = starts.slice(0, 2).some((start) => compressedStarts.includes(start));
    if (isCompressed && room > 0) {
      this.#aim(headerBytes, room);
    }
  }

  #decideBase64(byte: number): void {
    this.#recent += String.fromCharCode(byte);
    if (!base64Starts.some((start) => this.#recent.endsWith(start))) {
      return;
    }
    const room = Math.floor((this.#payloadBytes - this.#at) * base64Part);
    if (room > 0) {
      this.#aim(this.#at, room);
    }
  }

  #aim(start: number, room: number): void {
    const bits = Math.floor((this.#flipBitsAt.shift() as number) * room * 8);
    this.#flipAt = start + (bits >> 3);
    this.#flipBit = 1 << (bits & 7);
  }
}
