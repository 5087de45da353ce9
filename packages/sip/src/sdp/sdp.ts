/** The direction of sound, as the side that writes it sees it. */
export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** One format of a media line. */
export interface SdpFormat {
  payloadType: number;
  /** In lower case: `pcmu`. */
  name: string;
  rate: number;
  channels: number;
  parameters: string;
}

/** A key of encrypted sound: RFC 4568. */
export interface SdpCrypto {
  tag: number;
  suite: string;
  /** Key and salt in base64. */
  inline: string;
}

/** The sound of a description. */
export interface SdpAudio {
  address: string;
  /** 0: refused. */
  port: number;
  profile: string;
  formats: SdpFormat[];
  direction: MediaDirection;
  crypto: SdpCrypto[];
  /** Where reports go, unless to the port above. */
  rtcpPort?: number;
}

/** What a description of a session says of its sound. */
export interface Sdp {
  origin: string;
  audio: SdpAudio;
  /** The media lines before and behind the sound, which are refused in their place. */
  mediaLines: string[];
  /** Which of the lines is the sound. */
  audioIndex: number;
}

const maxBytes = 16_384;
const maxMedia = 16;
const directions: readonly MediaDirection[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];
/** Formats that need no explanation. */
const staticFormats: Readonly<Record<number, SdpFormat>> = {
  0: { payloadType: 0, name: 'pcmu', rate: 8000, channels: 1, parameters: '' },
  8: { payloadType: 8, name: 'pcma', rate: 8000, channels: 1, parameters: '' },
};

interface Section {
  media: string;
  lines: string[];
}

/** Reads a description; undefined when it is none, or has no sound. Never throws. */
export function parseSdp(body: Uint8Array): Sdp | undefined {
  if (body.length > maxBytes) return undefined;
  const lines = new TextDecoder().decode(body).split(/\r?\n/).filter(Boolean);
  if (lines[0] !== 'v=0' || lines.some((line) => !/^[a-z]=/.test(line))) return undefined;
  const sections: Section[] = [{ media: '', lines: [] }];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push({ media: line.slice(2), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  const [session, ...media] = sections;
  const audioIndex = media.findIndex((section) => /^audio [1-9]/.test(section.media));
  const chosen = media[audioIndex];
  if (!session || !chosen || media.length > maxMedia) return undefined;
  const audio = readAudio(session, chosen);
  const origin = session.lines.find((line) => line.startsWith('o='))?.slice(2) ?? '';
  return audio && { origin, audio, mediaLines: media.map((section) => section.media), audioIndex };
}

function readAudio(session: Section, section: Section): SdpAudio | undefined {
  const found = /^audio (\d{1,5})(?:\/1)? ([A-Z/]{5,20})((?: \d{1,3}){1,32})$/.exec(section.media);
  const own = [...section.lines, ...session.lines];
  const connection = own.find((line) => line.startsWith('c='));
  const [, address] = /^c=IN IP[46] ([0-9A-Fa-f.:]{2,45})$/.exec(connection ?? '') ?? [];
  const [, port = '', profile = '', list = ''] = found ?? [];
  if (!found || address === undefined || Number(port) > 65_535) return undefined;
  const types = list.trim().split(' ').map(Number);
  const direction = own.map((line) => line.slice(2)).find((word) => directions.some((one) => one === word));
  const rtcp = /^a=rtcp:(\d{1,5})\b/m.exec(section.lines.join('\n'))?.[1];
  return {
    address,
    port: Number(port),
    profile,
    formats: types.flatMap((type) => readFormat(type, section.lines) ?? []),
    direction: directions.find((one) => one === direction) ?? 'sendrecv',
    crypto: section.lines.flatMap((line) => readCrypto(line) ?? []),
    ...(rtcp !== undefined && { rtcpPort: Number(rtcp) }),
  };
}

function readFormat(payloadType: number, lines: readonly string[]): SdpFormat | undefined {
  const start = `a=rtpmap:${payloadType} `;
  const map = lines.find((line) => line.startsWith(start))?.slice(start.length);
  const [, name, rate, channels] = /^([A-Za-z0-9.-]{1,40})\/(\d{1,6})(?:\/(\d{1,2}))?/.exec(map ?? '') ?? [];
  const fmtp = `a=fmtp:${payloadType} `;
  const parameters = lines.find((line) => line.startsWith(fmtp))?.slice(fmtp.length) ?? '';
  if (name === undefined) return staticFormats[payloadType];
  return {
    payloadType,
    name: name.toLowerCase(),
    rate: Number(rate),
    channels: Number(channels ?? 1),
    parameters,
  };
}

function readCrypto(line: string): SdpCrypto | undefined {
  const [, tag, suite = '', inline = ''] =
    /^a=crypto:(\d{1,9}) ([A-Za-z0-9_]{1,40}) inline:([A-Za-z0-9+/=]{1,128})/.exec(line) ?? [];
  return tag === undefined ? undefined : { tag: Number(tag), suite, inline };
}
