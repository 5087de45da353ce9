import type { Config } from '../../config.ts';
import { createEgress } from '../../egress/egress.ts';
import { StartError } from '../../start-error.ts';
import { type BucketSettings, createBucketClient, type SendToBucket } from './object-storage.ts';

type BucketConfig = Pick<
  Config,
  's3Bucket' | 's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3Prefix' | 's3PathStyle'
>;

export interface Bucket {
  send: SendToBucket;
  /** What a person calls it, for sentences. */
  name: string;
  /** Throws StartError in words when the bucket does not exist or the key does not open it. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The bucket of the configuration; undefined where files are kept in the home. */
export function openBucket(config: BucketConfig): Bucket | undefined {
  const settings = bucketSettings(config);
  if (!settings) return undefined;
  const { endpoint, bucket } = settings;
  const { hostname, host, port, protocol } = new URL(endpoint);
  const ports = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const hosts = settings.isPathStyle ? [hostname] : [`${bucket}.${hostname}`];
  // The operator's own storage is usually on a private network, which flows must not reach.
  const egress = createEgress({ egressAllow: hosts.map((name) => `${name}:${ports}`) });
  const send = createBucketClient(settings, egress.fetch);
  return {
    send,
    name: `${bucket} at ${host}`,
    async check() {
      const expected = [301, 307, 400, 403, 404];
      const { status } = await send({ method: 'HEAD', expected });
      if (status === 404) throw new StartError(`There is no bucket ${bucket} at ${host}: see S3_BUCKET.`);
      if (expected.includes(status))
        throw new StartError(
          `The bucket ${bucket} at ${host} refuses the key (${status}): see S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.`,
        );
    },
    close: () => egress.close(),
  };
}

function bucketSettings(config: BucketConfig): BucketSettings | undefined {
  const { s3Bucket: bucket, s3Region: region, s3AccessKeyId, s3SecretAccessKey } = config;
  if (bucket === undefined) return undefined;
  return {
    bucket,
    region,
    endpoint: config.s3Endpoint ?? `https://s3.${region}.amazonaws.com`,
    prefix: config.s3Prefix,
    accessKeyId: s3AccessKeyId ?? '',
    secretAccessKey: s3SecretAccessKey ?? '',
    isPathStyle:
      config.s3PathStyle === undefined ? config.s3Endpoint !== undefined : config.s3PathStyle === 'true',
  };
}
