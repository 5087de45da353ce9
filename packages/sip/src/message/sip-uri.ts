/** An address of SIP or of the telephone network. */
export interface SipUri {
  scheme: 'sip' | 'sips' | 'tel';
  /** Decoded; of a `tel:` the number. */
  user: string;
  /** Of IPv6 without brackets; empty for `tel:`. */
  host: string;
  port?: number;
  params: ReadonlyMap<string, string>;
}

const host = /^(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}))?)(?::(\d{1,5}))?$/;
const maxLength = 1024;

/** The parameters behind an address or value: `;lr;tag=a`. Names are in lower case. */
export function readParams(parts: readonly string[]): Map<string, string> {
  return new Map(
    parts.filter(Boolean).map((part) => {
      const [name = '', ...rest] = part.split('=');
      return [name.trim().toLowerCase(), rest.join('=').trim()];
    }),
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Reads an address; undefined when it is none that a call can go to. */
export function parseUri(text: string): SipUri | undefined {
  if (text.length > maxLength || /[\s<>"]/.test(text)) return undefined;
  const colon = text.indexOf(':');
  const scheme = text.slice(0, colon).toLowerCase();
  const rest = text.slice(colon + 1);
  if (scheme === 'tel') return parseTel(rest);
  if (scheme !== 'sip' && scheme !== 'sips') return undefined;
  const at = rest.lastIndexOf('@');
  const [userInfo, behind] = at < 0 ? ['', rest] : [rest.slice(0, at), rest.slice(at + 1)];
  // Parameters of the user part (`;phone-context`) and a password belong to nobody here.
  const user = decoded(userInfo.split(':')[0]?.split(';')[0] ?? '');
  const [address = '', ...params] = (behind.split('?')[0] ?? '').split(';');
  const found = host.exec(address);
  const name = found?.[1] ?? found?.[2];
  if (user === undefined || /\p{Cc}/u.test(user) || !name) return undefined;
  const port = found?.[3] === undefined ? undefined : Number(found[3]);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  return {
    scheme,
    user,
    host: name.toLowerCase(),
    ...(port !== undefined && { port }),
    params: readParams(params),
  };
}

function parseTel(rest: string): SipUri | undefined {
  const [number = '', ...params] = rest.split(';');
  const user = number.replace(/[-.()]/g, '');
  if (!/^\+?[0-9*#]{1,40}$/.test(user)) return undefined;
  return { scheme: 'tel', user, host: '', params: readParams(params) };
}

/** Writes an address; everything unusual in the user part is escaped. */
export function writeUri({ scheme, user, host: name, port, params }: SipUri): string {
  const escaped = encodeURIComponent(user).replaceAll('%2B', '+').replaceAll('%23', '#');
  if (scheme === 'tel') return `tel:${escaped}`;
  const shown = name.includes(':') ? `[${name}]` : name;
  const behind = [...params].map(([key, value]) => (value === '' ? `;${key}` : `;${key}=${value}`)).join('');
  return `${scheme}:${escaped === '' ? '' : `${escaped}@`}${shown}${port === undefined ? '' : `:${port}`}${behind}`;
}
