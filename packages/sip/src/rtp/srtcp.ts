import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveSrtpKeys, keyStream } from './srtp.ts';

const [headLength, indexLength, tagLength] = [8, 4, 10];
const windowSize = 64;
const lastIndex = 2 ** 31 - 1;
/** The first of the three labels of keys for reports. */
const firstLabel = 3;
const isEncryptedFlag = 0x80;

/** Encrypts or decrypts the reports of one sender, by the keys of its sound: RFC 3711, 3.4. */
export class SrtcpStream {
  readonly #keys: { cipher: Buffer; auth: Buffer; salt: Buffer };
  #index = 0;
  #highest = -1;
  /** Which of the last reports have come: none is taken twice. */
  #window = 0n;

  /** `key` is the base64 of the signalling. */
  constructor(key: string) {
    this.#keys = deriveSrtpKeys(Buffer.from(key, 'base64'), firstLabel);
  }

  protect(packet: Uint8Array): Uint8Array {
    this.#index = this.#index === lastIndex ? 0 : this.#index + 1;
    const index = Buffer.alloc(indexLength);
    index.writeUInt32BE(this.#index);
    index[0] = (index[0] ?? 0) | isEncryptedFlag;
    const sealed = Buffer.concat([this.#crypt(packet, this.#index), index]);
    return Buffer.concat([sealed, this.#tag(sealed)]);
  }

  /** The reports in the clear; undefined when they are not the sender's, or have come before. */
  unprotect(bytes: Uint8Array): Uint8Array | undefined {
    if (bytes.length < headLength + indexLength + tagLength) return undefined;
    const sealed = bytes.subarray(0, -tagLength);
    if (!timingSafeEqual(this.#tag(sealed), bytes.subarray(-tagLength))) return undefined;
    const view = new DataView(sealed.buffer, sealed.byteOffset, sealed.length);
    const word = view.getUint32(sealed.length - indexLength);
    const [index, isEncrypted] = [word & lastIndex, word > lastIndex];
    if (!isEncrypted || !this.#takes(index)) return undefined;
    return this.#crypt(sealed.subarray(0, -indexLength), index);
  }

  #takes(index: number): boolean {
    const behind = this.#highest - index;
    if (behind >= windowSize) return false;
    if (behind >= 0) {
      const place = 1n << BigInt(behind);
      if ((this.#window & place) !== 0n) return false;
      this.#window |= place;
      return true;
    }
    const moved = behind <= -windowSize ? 0n : this.#window << BigInt(-behind);
    this.#window = BigInt.asUintN(windowSize, moved | 1n);
    this.#highest = index;
    return true;
  }

  #crypt(packet: Uint8Array, index: number): Buffer {
    const head = Buffer.from(packet.subarray(0, headLength));
    const mask = Buffer.alloc(16);
    head.copy(mask, 4, 4, headLength);
    mask.writeUInt32BE(index, 10);
    const counter = Buffer.alloc(16);
    this.#keys.salt.copy(counter);
    for (let at = 0; at < counter.length; at += 1) counter[at] = (counter[at] ?? 0) ^ (mask[at] ?? 0);
    return Buffer.concat([head, keyStream(this.#keys.cipher, counter, packet.subarray(headLength))]);
  }

  #tag(sealed: Uint8Array): Buffer {
    return createHmac('sha1', this.#keys.auth).update(sealed).digest().subarray(0, tagLength);
  }
}
