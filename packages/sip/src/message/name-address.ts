import { splitList } from './sip-headers.ts';
import { parseUri, readParams, type SipUri } from './sip-uri.ts';

/** A From, To, Contact or Route: an address with a name before and parameters behind it. */
interface NameAddress {
  name: string;
  /** As it stands. */
  address: string;
  uri: SipUri;
  params: ReadonlyMap<string, string>;
}

/** Reads an address with its name and parameters; undefined when it is none. */
export function parseNameAddress(text: string): NameAddress | undefined {
  const open = indexOutsideQuotes(text, '<');
  if (open < 0) {
    // Without brackets all parameters belong to the header.
    const [address = '', ...params] = splitList(text, ';');
    const uri = parseUri(address);
    return uri && { name: '', address, uri, params: readParams(params) };
  }
  const close = text.indexOf('>', open);
  if (close < 0) return undefined;
  const address = text.slice(open + 1, close).trim();
  const uri = parseUri(address);
  if (!uri) return undefined;
  const params = readParams(splitList(text.slice(close + 1), ';'));
  return { name: unquoted(text.slice(0, open).trim()), address, uri, params };
}

/** The tag of a From or To. */
export function tagOf(header: string | undefined): string | undefined {
  const params = header === undefined ? undefined : parseNameAddress(header)?.params;
  return params?.get('tag') || undefined;
}

function indexOutsideQuotes(text: string, letter: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (isQuoted && text[at] === '\\') at += 1;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === letter) return at;
  }
  return -1;
}

function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  return name.slice(1, name.endsWith('"') && name.length > 1 ? -1 : undefined).replace(/\\(.)/g, '$1');
}
