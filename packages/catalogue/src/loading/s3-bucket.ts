import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { checkAddress } from '../model/address.ts';
import { signRequest } from '../providers/bedrock/sign-request.ts';
import { askBytes } from '../tools/ask-bytes.ts';
import { type AwsAccount, awsAccount } from '../tools/aws-account.ts';

export interface Bucket {
  account: AwsAccount;
  /** Without a slash at its end. */
  url: string;
}

interface BucketObject {
  key: string;
  /** Empty where the server names none. */
  etag: string;
  bytes: number;
  changedAt: number;
}

interface BucketForm {
  bucketName: string;
  region: string;
  serverUrl?: string | undefined;
}

/** A bucket of Amazon S3, or of a server that speaks its language. */
export async function openBucket(
  { bucketName, region, serverUrl }: BucketForm,
  context: RunContext,
): Promise<Bucket> {
  const bucket = bucketName.trim();
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new AppError('FLOW_INVALID', 'Bucket: this is not a name of a bucket.');
  const account = await awsAccount(context, region || 'us-east-1', 'Amazon S3');
  const server = serverUrl?.trim();
  // Servers of other makers have the bucket in the path.
  if (server) return { account, url: `${checkAddress(server, 'Server URL')}/${bucket}` };
  return { account, url: `https://${bucket}.s3.${account.region}.amazonaws.com` };
}

/** The bytes of a path of a bucket. */
export function readBucket(bucket: Bucket, path: string, context: RunContext): Promise<Uint8Array> {
  const { region, keys } = bucket.account;
  const url = new URL(`${bucket.url}${path}`);
  const headers = signRequest({ method: 'GET', url, body: '', region, service: 's3', at: new Date() }, keys);
  return askBytes({ service: 'Amazon S3', url, headers, secret: keys.secretAccessKey }, context);
}

/** A key as a path, encoded as the signature has it. */
export const bucketPath = (key: string): string =>
  `/${key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')}`;

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** What stands in the first element of a name; these answers nest none in itself. */
function elementText(xml: string, name: string): string | undefined {
  const from = xml.indexOf(`<${name}>`);
  const to = from < 0 ? -1 : xml.indexOf(`</${name}>`, from);
  return to < 0 ? undefined : unescaped(xml.slice(from + name.length + 2, to));
}

/** One page of what is in a bucket below a prefix. Throws PROVIDER_UNAVAILABLE for an answer that is no listing. */
export async function listBucket(
  bucket: Bucket,
  prefix: string | undefined,
  token: string | undefined,
  context: RunContext,
): Promise<{ objects: BucketObject[]; next: string | undefined }> {
  const query = new URLSearchParams({ 'list-type': '2', ...(prefix && { prefix }) });
  if (token) query.set('continuation-token', token);
  const bytes = await readBucket(bucket, `/?${query.toString().replaceAll('+', '%20')}`, context);
  const xml = new TextDecoder().decode(bytes);
  // An answer that was cut short must not look like the end of a listing.
  if (!xml.includes('</ListBucketResult>'))
    throw new AppError('PROVIDER_UNAVAILABLE', 'Amazon S3 returned a listing that could not be read.');
  const objects = xml
    .split('<Contents>')
    .slice(1)
    .flatMap((text) => {
      const key = elementText(text, 'Key');
      if (key === undefined || key.endsWith('/')) return [];
      const etag = (elementText(text, 'ETag') ?? '').replaceAll('"', '');
      const changedAt = Date.parse(elementText(text, 'LastModified') ?? '') || 0;
      return [{ key, etag, bytes: Number(elementText(text, 'Size') ?? 0), changedAt }];
    });
  const next = elementText(xml, 'NextContinuationToken');
  if (elementText(xml, 'IsTruncated') === 'true' && next === undefined)
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      'Amazon S3 returned a listing that does not say how it goes on.',
    );
  return { objects, next };
}
