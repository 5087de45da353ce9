import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { rtpHeadLength } from './rtp-packet.ts';

const [keyLength, saltLength, authKeyLength, tagLength] = [16, 14, 20, 10];
const windowSize = 64n;
const sequences = 65_536;

/** The part of AES in counter mode that is needed: a stream of bytes by key and counter. */
export function keyStream(key: Buffer, counter: Buffer, data: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-128-ctr', key, counter);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Session keys from a label on: RFC 3711, 4.3, with a derivation rate of zero. */
export function deriveSrtpKeys(
  master: Uint8Array,
  label = 0,
): { cipher: Buffer; auth: Buffer; salt: Buffer } {
  const [key, salt] = [Buffer.from(master.subarray(0, keyLength)), Buffer.from(master.subarray(keyLength))];
  const derive = (offset: number, length: number) => {
    const counter = Buffer.alloc(16);
    salt.copy(counter);
    counter[7] = (counter[7] ?? 0) ^ (label + offset);
    return keyStream(key, counter, Buffer.alloc(length));
  };
  return { cipher: derive(0, keyLength), auth: derive(1, authKeyLength), salt: derive(2, saltLength) };
}

/** Encrypts or decrypts the packets of one sender: AES_CM_128_HMAC_SHA1_80, with keys from the signalling. */
export class SrtpStream {
  readonly #keys: { cipher: Buffer; auth: Buffer; salt: Buffer };
  #rollovers = 0;
  #highest: number | undefined;
  #ssrc: number | undefined;
  /** Which of the last packets have come: none is taken twice. */
  #window = 0n;

  /** `key` is the base64 of the signalling. */
  constructor(key: string) {
    const master = Buffer.from(key, 'base64');
    if (master.length !== keyLength + saltLength) throw new RangeError('A key of SRTP has 30 bytes.');
    this.#keys = deriveSrtpKeys(master);
  }

  /** Packets have to be given in their order. */
  protect(packet: Uint8Array): Uint8Array {
    const [sequence, ssrc] = this.#read(packet);
    if (this.#highest !== undefined && sequence < this.#highest && this.#highest - sequence > sequences / 2)
      this.#rollovers += 1;
    this.#highest = sequence;
    const sealed = this.#crypt(packet, this.#rollovers, sequence, ssrc);
    return sealed && Buffer.concat([sealed, this.#tag(sealed, this.#rollovers)]);
  }

  /** The packet in the clear; undefined when it is not the sender's, or has come before. */
  unprotect(bytes: Uint8Array): Uint8Array | undefined {
    if (rtpHeadLength(bytes.subarray(0, -tagLength)) === undefined) return undefined;
    const sealed = bytes.subarray(0, bytes.length - tagLength);
    const [sequence, ssrc] = this.#read(sealed);
    const isNew = ssrc !== this.#ssrc || this.#highest === undefined;
    const rollovers = isNew ? 0 : this.#guess(sequence);
    if (rollovers < 0 || (!isNew && this.#hasCome(rollovers, sequence))) return undefined;
    if (!timingSafeEqual(this.#tag(sealed, rollovers), bytes.subarray(-tagLength))) return undefined;
    if (isNew) this.#begin(ssrc, sequence);
    else this.#note(rollovers, sequence);
    return this.#crypt(sealed, rollovers, sequence, ssrc);
  }

  #read(packet: Uint8Array): [sequence: number, ssrc: number] {
    const view = new DataView(packet.buffer, packet.byteOffset, packet.length);
    return [view.getUint16(2), view.getUint32(8)];
  }

  #begin(ssrc: number, sequence: number): void {
    this.#ssrc = ssrc;
    this.#rollovers = 0;
    this.#highest = sequence;
    this.#window = 1n;
  }

  /** How often the sequence of a packet has wrapped: RFC 3711, 3.3.1. */
  #guess(sequence: number): number {
    const highest = this.#highest ?? sequence;
    if (highest < sequences / 2)
      return sequence - highest > sequences / 2 ? this.#rollovers - 1 : this.#rollovers;
    return highest - sequences / 2 > sequence ? this.#rollovers + 1 : this.#rollovers;
  }

  #behind(rollovers: number, sequence: number): bigint {
    const index = (count: number, number: number) => BigInt(count) * BigInt(sequences) + BigInt(number);
    return index(this.#rollovers, this.#highest ?? 0) - index(rollovers, sequence);
  }

  #hasCome(rollovers: number, sequence: number): boolean {
    const behind = this.#behind(rollovers, sequence);
    return behind >= windowSize || (behind >= 0n && ((this.#window >> behind) & 1n) === 1n);
  }

  #note(rollovers: number, sequence: number): void {
    const behind = this.#behind(rollovers, sequence);
    if (behind >= 0n) {
      this.#window |= 1n << behind;
      return;
    }
    this.#window = BigInt.asUintN(Number(windowSize), (this.#window << -behind) | 1n);
    this.#rollovers = rollovers;
    this.#highest = sequence;
  }

  #crypt(packet: Uint8Array, rollovers: number, sequence: number, ssrc: number): Uint8Array {
    const start = rtpHeadLength(packet) ?? packet.length;
    const counter = Buffer.alloc(16);
    this.#keys.salt.copy(counter);
    const mask = Buffer.alloc(16);
    mask.writeUInt32BE(ssrc, 4);
    mask.writeUInt32BE(rollovers >>> 0, 8);
    mask.writeUInt16BE(sequence, 12);
    for (let index = 0; index < 14; index += 1) counter[index] = (counter[index] ?? 0) ^ (mask[index] ?? 0);
    const body = keyStream(this.#keys.cipher, counter, packet.subarray(start));
    return Buffer.concat([packet.subarray(0, start), body]);
  }

  #tag(sealed: Uint8Array, rollovers: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(rollovers >>> 0);
    return createHmac('sha1', this.#keys.auth).update(sealed).update(count).digest().subarray(0, tagLength);
  }
}
