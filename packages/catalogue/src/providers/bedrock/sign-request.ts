import { createHash, createHmac } from 'node:crypto';

/** Keys of an AWS account; those of a session have a token too. */
export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

interface AwsRequest {
  method: 'GET' | 'POST';
  url: URL;
  body: string;
  /** Further headers, signed too; their names in small letters. */
  headers?: Readonly<Record<string, string>>;
  region: string;
  service: string;
  at: Date;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Each segment is encoded once more than in the address, as AWS asks of every service but its storage. */
const canonicalPath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return pairs.sort().join('&');
}

/** The headers by which AWS knows who asks (Signature Version 4). */
export function signRequest(
  { method, url, body, headers: given, region, service, at }: AwsRequest,
  keys: AwsKeys,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const isStorage = service === 's3';
  const unordered: Record<string, string> = {
    ...given,
    host: url.host,
    ...(isStorage && { 'x-amz-content-sha256': hash(body) }),
    'x-amz-date': time,
    ...(keys.sessionToken && { 'x-amz-security-token': keys.sessionToken }),
  };
  const signed = Object.fromEntries(
    Object.entries(unordered).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const path = isStorage ? url.pathname : canonicalPath(url.pathname);
  const parts = [method, path, canonicalQuery(url), lines.join(''), names, hash(body)];
  const request = parts.join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(request)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${keys.secretAccessKey}`, day));
  const signature = hmac(key, text).toString('hex');
  const { host: _host, ...headers } = signed;
  const credential = `${keys.accessKeyId}/${scope}`;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
