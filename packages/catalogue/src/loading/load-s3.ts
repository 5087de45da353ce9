import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { checkAddress } from '../model/address.ts';
import { signRequest } from '../providers/bedrock/sign-request.ts';
import { askBytes } from '../tools/ask-bytes.ts';
import { type AwsAccount, awsAccount } from '../tools/aws-account.ts';
import { loadFile } from './load-file.ts';

const mostFiles = 1000;

interface Bucket {
  account: AwsAccount;
  /** Without a slash at its end. */
  url: string;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function openBucket(
  { bucketName, region, serverUrl }: { bucketName: string; region: string; serverUrl?: string | undefined },
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

function get(bucket: Bucket, path: string, context: RunContext): Promise<Uint8Array> {
  const { region, keys } = bucket.account;
  const url = new URL(`${bucket.url}${path}`);
  const headers = signRequest({ method: 'GET', url, body: '', region, service: 's3', at: new Date() }, keys);
  return askBytes({ service: 'Amazon S3', url, headers, secret: keys.secretAccessKey }, context);
}

/** A key as a path, encoded as the signature has it. */
const pathOf = (key: string) =>
  `/${key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')}`;

async function* load(
  bucket: Bucket,
  key: string,
  perPage: boolean,
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const bytes = await get(bucket, pathOf(key), context);
  const metadata = { source: `${bucket.url}${pathOf(key)}`, key };
  yield* loadFile({ name: key.split('/').at(-1) ?? key, content: once(bytes), perPage, metadata }, context);
}

/** One file of a bucket, read by its ending. */
export async function* loadS3File(form: NodeInputs['S3'], context: RunContext): AsyncGenerator<LoadedPart> {
  if (form.fileProcessingMethod === 'unstructured')
    throw new AppError(
      'FLOW_INVALID',
      'S3: choose "Built In Loaders"; for Unstructured take its own loader.',
    );
  yield* load(await openBucket(form, context), form.keyName.replace(/^\/+/, ''), false, context);
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => unescaped(value));

/** The files of a bucket below a prefix, each read by its ending. */
export async function* loadS3Directory(
  form: NodeInputs['s3Directory'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const bucket = await openBucket(form, context);
  let token: string | undefined;
  let count = 0;
  do {
    const query = new URLSearchParams({ 'list-type': '2', ...(form.prefix && { prefix: form.prefix }) });
    if (token) query.set('continuation-token', token);
    const xml = new TextDecoder().decode(
      await get(bucket, `/?${query.toString().replaceAll('+', '%20')}`, context),
    );
    for (const key of valuesOf(xml, 'Key')) {
      if (key.endsWith('/')) continue;
      count += 1;
      if (count > mostFiles)
        throw new AppError(
          'TOO_LARGE',
          `Amazon S3: there are more than ${mostFiles} files. Narrow the prefix.`,
        );
      yield* load(bucket, key, form.pdfUsage === 'perPage', context);
    }
    [token] = valuesOf(xml, 'NextContinuationToken');
  } while (token);
}
