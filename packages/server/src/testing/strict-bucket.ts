import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketSettings } from '../platform/files/s3/object-storage.ts';

interface BucketRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Returns whether it has answered. */
type PlayFault = (request: BucketRequest, response: ServerResponse) => boolean;

export interface StrictBucket {
  readonly settings: BucketSettings;
  /** Whole objects by name. */
  readonly objects: Map<string, Buffer>;
  readonly requests: BucketRequest[];
  /** Uploads in parts that were neither completed nor aborted. */
  readonly openUploads: Map<string, Map<number, Buffer>>;
  /** Asked before each request; a fault is what a storage or a network does wrong. */
  fault: PlayFault;
  close(): void;
}

const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

/**
 * A bucket that is as strict as Amazon's: it checks the signature of every request and the hash of every body, which
 * the storage servers for tests do not.
 */
export async function openStrictBucket(): Promise<StrictBucket> {
  const server = createServer(async (message, response) => {
    const request = await readRequest(message);
    bucket.requests.push(request);
    if (bucket.fault(request, response)) return;
    const refusal = findRefusal(request);
    if (refusal) return void sendFault(response, 403, refusal);
    answer(bucket, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const bucket: StrictBucket = {
    settings: {
      ...key,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-central-1',
      bucket: 'strict',
      prefix: 'tendril/',
      isPathStyle: true,
    },
    objects: new Map(),
    requests: [],
    openUploads: new Map(),
    fault: () => false,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return bucket;
}

async function readRequest(message: IncomingMessage): Promise<BucketRequest> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
  );
  return { method: message.method ?? '', target: message.url ?? '', headers, body: Buffer.concat(parts) };
}

function answer(
  bucket: StrictBucket,
  { method, target, headers, body }: BucketRequest,
  response: ServerResponse,
) {
  const url = new URL(target, 'http://bucket');
  const [, owner, ...rest] = url.pathname.split('/');
  const name = rest.join('/');
  const { objects, openUploads } = bucket;
  const uploadId = url.searchParams.get('uploadId');
  if (owner !== bucket.settings.bucket) return sendFault(response, 404, 'NoSuchBucket');
  if (name === '') return void response.writeHead(200).end();
  if (method === 'POST' && url.searchParams.has('uploads')) {
    const id = `upload-${openUploads.size + 1}`;
    openUploads.set(id, new Map());
    return void response.end(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  if (uploadId !== null) {
    const parts = openUploads.get(uploadId);
    if (!parts) return sendFault(response, 404, 'NoSuchUpload');
    if (method === 'PUT') {
      parts.set(Number(url.searchParams.get('partNumber')), body);
      return void response.setHeader('etag', `"${hash(body)}"`).end();
    }
    openUploads.delete(uploadId);
    if (method === 'DELETE') return void response.writeHead(204).end();
    const tags = [...body.toString().matchAll(/<ETag>&quot;([0-9a-f]+)&quot;<\/ETag>/g)].map(
      ([, tag]) => tag,
    );
    const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    if (tags.join() !== ordered.map(hash).join()) return sendFault(response, 400, 'InvalidPart');
    objects.set(name, Buffer.concat(ordered));
    return void response.end('<CompleteMultipartUploadResult/>');
  }
  if (method === 'PUT') {
    objects.set(name, body);
    return void response.end();
  }
  if (method === 'DELETE') {
    objects.delete(name);
    return void response.writeHead(204).end();
  }
  const found = objects.get(name);
  if (!found) return sendFault(response, 404, 'NoSuchKey', method === 'HEAD');
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? [];
  const part = from === undefined ? found : found.subarray(Number(from), Number(to) + 1);
  response.writeHead(from === undefined ? 200 : 206, { 'content-length': part.length });
  response.end(method === 'HEAD' ? undefined : part);
}

/** Answers as Amazon does when it refuses. */
export function sendFault(response: ServerResponse, status: number, code: string, isHead = false): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    isHead ? undefined : `<Error><Code>${code}</Code><Message>${code} of the test</Message></Error>`,
  );
}

function findRefusal({ method, target, headers, body }: BucketRequest): string | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day = '', region = '', names = '', signature] =
    form.exec(headers['authorization'] ?? '') ?? [];
  if (id !== key.accessKeyId) return 'InvalidAccessKeyId';
  if (headers['x-amz-content-sha256'] !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const expected = signatureOf(key.secretAccessKey, { method, target, headers }, { day, region, names });
  return signature === expected ? undefined : 'SignatureDoesNotMatch';
}

/** The signature of a request by AWS Signature Version 4, as Amazon documents it for S3. */
export function signatureOf(
  secret: string,
  { method, target, headers }: Omit<BucketRequest, 'body'>,
  { day, region, names }: { day: string; region: string; names: string },
): string {
  const url = new URL(target, 'http://bucket');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const signed = names.split(';');
  const canonical = [
    method,
    url.pathname,
    query,
    ...signed.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const derived = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac('sha256', derived).update(text).digest('hex');
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
