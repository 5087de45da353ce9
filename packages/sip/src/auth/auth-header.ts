import { splitList } from '../message/sip-headers.ts';

/** Reads `Digest realm="a", nonce="b"`; undefined when it is not digest. Names are in lower case. */
export function parseAuthHeader(text: string): ReadonlyMap<string, string> | undefined {
  const [scheme = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(text)?.slice(1) ?? [];
  if (scheme.toLowerCase() !== 'digest') return undefined;
  return new Map(
    splitList(rest).map((part) => {
      const equals = part.indexOf('=');
      const value = part.slice(equals + 1).trim();
      const plain = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
      return [part.slice(0, Math.max(0, equals)).trim().toLowerCase(), plain];
    }),
  );
}

/** A value between quotes. */
export function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}
