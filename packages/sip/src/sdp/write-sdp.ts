import type { SdpAudio, SdpFormat } from './sdp.ts';

interface Description {
  /** Numeric id of the session, and the count of its changes. */
  sessionId: number;
  version: number;
  audio: SdpAudio;
  /** The media lines of an offer that is answered, with the place of the sound among them. */
  offered?: { mediaLines: readonly string[]; audioIndex: number };
}

const family = (address: string) => (address.includes(':') ? 'IP6' : 'IP4');

/** The bytes of a description with one line of sound; the other lines of an offer are refused. */
export function writeSdp({ sessionId, version, audio, offered }: Description): Uint8Array {
  const { address } = audio;
  const head = [
    'v=0',
    `o=- ${sessionId} ${version} IN ${family(address)} ${address}`,
    's=-',
    `c=IN ${family(address)} ${address}`,
    't=0 0',
  ];
  const lines = offered?.mediaLines ?? ['audio'];
  const media = lines.flatMap((line, index) =>
    index === (offered?.audioIndex ?? 0) ? audioLines(audio) : [`m=${line.replace(/^(\S+) \S+/, '$1 0')}`],
  );
  return Buffer.from([...head, ...media, ''].join('\r\n'));
}

function audioLines({ port, profile, formats, direction, crypto }: SdpAudio): string[] {
  return [
    `m=audio ${port} ${profile} ${formats.map(({ payloadType }) => payloadType).join(' ')}`,
    ...formats.flatMap(formatLines),
    'a=ptime:20',
    ...crypto.map(({ tag, suite, inline }) => `a=crypto:${tag} ${suite} inline:${inline}`),
    `a=${direction}`,
  ];
}

function formatLines({ payloadType, name, rate, channels, parameters }: SdpFormat): string[] {
  const shown = name.startsWith('pcm') ? name.toUpperCase() : name;
  const map = `a=rtpmap:${payloadType} ${shown}/${rate}${channels === 1 ? '' : `/${channels}`}`;
  return parameters === '' ? [map] : [map, `a=fmtp:${payloadType} ${parameters}`];
}
