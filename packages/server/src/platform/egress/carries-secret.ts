/** A request as it would be sent. */
export interface SentMessage {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | null;
}

/** A shorter one is searched for as a whole word only: "local-key" may occur in any text. */
const fewestForSearch = 16;
const fewestForWord = 4;

/** Whether a request carries a secret in its address, its headers or its body, plain or in the usual encodings. */
export function carriesSecret(message: SentMessage, secret: string): boolean {
  if (secret.length < fewestForWord) return false;
  return secret.length < fewestForSearch ? carriesWord(message, secret) : carriesText(message, secret);
}

function carriesText({ url, headers, body }: SentMessage, secret: string): boolean {
  const inHeaders = Object.values(headers).some(
    (value) => value.includes(secret) || decodeBasic(value).includes(secret),
  );
  if (inHeaders || decoded(url.href).includes(secret)) return true;
  if (body === null) return false;
  const forms = new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  const bytes = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return [...forms].some((form) => bytes.includes(form));
}

function carriesWord({ url, headers }: SentMessage, secret: string): boolean {
  const words = Object.values(headers).flatMap((value) => [
    ...value.split(/\s+/),
    ...decodeBasic(value).split(':'),
  ]);
  return [...words, ...url.searchParams.values(), ...url.pathname.split('/').map(decoded)].includes(secret);
}

function decodeBasic(header: string): string {
  const [, text = ''] = /^Basic +(\S+)$/i.exec(header) ?? [];
  return Buffer.from(text, 'base64').toString('utf8');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
