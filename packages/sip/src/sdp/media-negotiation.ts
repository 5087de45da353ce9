import { randomBytes } from 'node:crypto';
import {
  type MediaDirection,
  parseSdp,
  type Sdp,
  type SdpAudio,
  type SdpCrypto,
  type SdpFormat,
} from './sdp.ts';
import { writeSdp } from './write-sdp.ts';

export type CodecName = 'opus' | 'pcmu' | 'pcma';

/** How far the time of packets goes on in a ms; that of Opus always as if 48,000 samples were sent: RFC 7587. */
export const timestampsPerMs: Readonly<Record<CodecName, number>> = { opus: 48, pcmu: 8, pcma: 8 };

/** What both sides have agreed on. */
export interface AgreedMedia {
  /** Where the other side takes sound. */
  address: string;
  port: number;
  rtcpPort: number;
  codec: CodecName;
  payloadType: number;
  /** Payload type of telephone keys; undefined: they are played as tones. */
  eventType: number | undefined;
  /** The clock of those keys, where it is not that of the sound. */
  eventRate?: number | undefined;
  /** As we see it. */
  direction: MediaDirection;
  keys: { ours: string; theirs: string } | undefined;
}

export interface OwnMedia {
  address: string;
  port: number;
  /** Whether sound is offered encrypted. */
  isEncrypted: boolean;
}

export const sdpType = 'application/sdp';
/** The one suite of encrypted sound that is spoken here. */
const suite = 'AES_CM_128_HMAC_SHA1_80';
const keyBytes = 30;

const mirrored: Readonly<Record<MediaDirection, MediaDirection>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** What is left of a direction while the other side is on hold: music may be played, nothing is heard. */
const heldDirection: Readonly<Record<MediaDirection, MediaDirection>> = {
  sendrecv: 'sendonly',
  sendonly: 'sendonly',
  recvonly: 'inactive',
  inactive: 'inactive',
};

const pcmu: SdpFormat = { payloadType: 0, name: 'pcmu', rate: 8000, channels: 1, parameters: '' };
const pcma: SdpFormat = { ...pcmu, payloadType: 8, name: 'pcma' };
const keys: SdpFormat = { ...pcmu, payloadType: 101, name: 'telephone-event', parameters: '0-15' };
/** Speech of 16,000 samples a second, always described like this: RFC 7587. */
const opus: SdpFormat = {
  ...{ payloadType: 96, name: 'opus', rate: 48_000, channels: 2 },
  parameters: 'maxplaybackrate=16000;sprop-maxcapturerate=16000;useinbandfec=1',
};
const opusKeys: SdpFormat = { ...keys, payloadType: 97, rate: opus.rate };
/** What is spoken here, the best first. */
const spoken = [opus, pcmu, pcma];

/** Offers and answers of one call's sound: RFC 3264. */
export class MediaNegotiation {
  readonly #own: OwnMedia;
  readonly #sessionId = randomBytes(4).readUInt32BE();
  readonly #key = randomBytes(keyBytes).toString('base64');
  #version = 0;
  #isHeld = false;
  #agreed: AgreedMedia | undefined;
  #offered: SdpAudio | undefined;

  constructor(own: OwnMedia) {
    this.#own = own;
  }

  get agreed(): AgreedMedia | undefined {
    return this.#agreed;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Our offer: at the beginning, or again with the same formats when something is to change. */
  offer(isHeld = this.#isHeld): Uint8Array {
    const agreed = this.#agreed;
    const isEncrypted = agreed ? agreed.keys !== undefined : this.#own.isEncrypted;
    const all = [...spoken, opusKeys, keys];
    this.#isHeld = isHeld;
    this.#offered = this.#audio(
      agreed ? formatsOf(agreed) : all,
      isHeld ? 'sendonly' : 'sendrecv',
      isEncrypted ? [{ tag: 1, suite, inline: this.#key }] : [],
    );
    return this.#write(this.#offered);
  }

  /** Takes the answer to our offer; false when nothing is agreed by it. */
  accept(body: Uint8Array): boolean {
    const agreed = this.preview(body);
    this.#agreed = agreed ?? this.#agreed;
    return agreed !== undefined;
  }

  /** What an answer to our offer would agree on: others may still give another one. */
  preview(body: Uint8Array): AgreedMedia | undefined {
    const offered = this.#offered;
    const sdp = parseSdp(body);
    const found = sdp && chosenOf(sdp.audio.formats);
    if (!sdp || !found || !offered) return undefined;
    const isEncrypted = offered.crypto.length > 0;
    const theirs = cryptoOf(sdp.audio);
    if (isEncrypted !== (theirs !== undefined)) return undefined;
    return this.#agree(sdp, found, mirrored[sdp.audio.direction], theirs);
  }

  /** Our answer to an offer; undefined when there is nothing that both speak. */
  answer(body: Uint8Array): Uint8Array | undefined {
    const sdp = parseSdp(body);
    const found = sdp && chosenOf(sdp.audio.formats);
    if (!sdp || !found) return undefined;
    const isSecure = /^RTP\/SAVPF?$/.test(sdp.audio.profile);
    if (!isSecure && !/^RTP\/AVPF?$/.test(sdp.audio.profile)) return undefined;
    const theirs = isSecure ? cryptoOf(sdp.audio) : undefined;
    if (isSecure && !theirs) return undefined;
    const asked = mirrored[sdp.audio.direction];
    const direction = this.#isHeld ? heldDirection[asked] : asked;
    this.#agreed = this.#agree(sdp, found, direction, theirs);
    const crypto = theirs ? [{ tag: theirs.tag, suite, inline: this.#key }] : [];
    const audio = this.#audio(formatsOf(this.#agreed), direction, crypto);
    return this.#write({ ...audio, profile: sdp.audio.profile }, sdp);
  }

  #agree(
    { audio }: Sdp,
    { codec, event }: Chosen,
    direction: MediaDirection,
    theirs: SdpCrypto | undefined,
  ): AgreedMedia {
    const { address, port, rtcpPort = port + 1 } = audio;
    // An address of zeros is the older way to hold a call.
    const isAway = /^[0.:]+$/.test(address);
    return {
      ...{ address, port, rtcpPort },
      codec: codecOf(codec),
      payloadType: codec.payloadType,
      eventType: event?.payloadType,
      ...(event && event.rate !== codec.rate && { eventRate: event.rate }),
      direction: isAway ? 'inactive' : direction,
      keys: theirs && { ours: this.#key, theirs: theirs.inline },
    };
  }

  #audio(formats: SdpFormat[], direction: MediaDirection, crypto: SdpCrypto[]): SdpAudio {
    const { address, port } = this.#own;
    const profile = crypto.length > 0 ? 'RTP/SAVP' : 'RTP/AVP';
    return { address, port, profile, formats, direction, crypto };
  }

  #write(audio: SdpAudio, offered?: Sdp): Uint8Array {
    this.#version += 1;
    const { sessionId, version } = { sessionId: this.#sessionId, version: this.#version };
    return writeSdp({ sessionId, version, audio, ...(offered && { offered }) });
  }
}

interface Chosen {
  codec: SdpFormat;
  event: SdpFormat | undefined;
}

/** The first format of the other side that we speak: the order is its preference. */
function chosenOf(formats: readonly SdpFormat[]): Chosen | undefined {
  const codec = formats.find((format) => spoken.some((one) => isSame(one, format)));
  const events = formats.filter(({ name }) => name === keys.name);
  // Keys have the clock of the sound; who offers only the usual one gets it with any sound.
  const event =
    events.find(({ rate }) => rate === codec?.rate) ?? events.find(({ rate }) => rate === keys.rate);
  return codec && { codec, event };
}

function isSame(one: SdpFormat, other: SdpFormat): boolean {
  return one.name === other.name && one.rate === other.rate && one.channels === other.channels;
}

function codecOf({ name }: SdpFormat): CodecName {
  if (name === 'opus') return 'opus';
  return name === 'pcma' ? 'pcma' : 'pcmu';
}

function formatsOf({ codec, payloadType, eventType, eventRate }: AgreedMedia): SdpFormat[] {
  const chosen = { ...{ opus, pcmu, pcma }[codec], payloadType };
  if (eventType === undefined) return [chosen];
  return [chosen, { ...keys, payloadType: eventType, rate: eventRate ?? chosen.rate }];
}

function cryptoOf({ crypto }: SdpAudio): SdpCrypto | undefined {
  return crypto.find((one) => one.suite === suite && Buffer.from(one.inline, 'base64').length === keyBytes);
}
