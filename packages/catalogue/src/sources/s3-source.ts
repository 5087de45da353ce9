import type { RunContext } from '@tendril/contract/node/run-context';
import type { DocumentSource } from '@tendril/contract/provider/document-source';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { bucketPath, listBucket, openBucket, readBucket } from '../loading/s3-bucket.ts';
import { skipReason } from './skip-reason.ts';

const nameOf = (key: string) => key.split('/').at(-1) ?? key;

/** The files of a bucket below a prefix; the tag of an object changes with its content. */
export async function openS3Source(
  { prefix, ...form }: Pick<NodeInputs['s3Directory'], 'bucketName' | 'region' | 'serverUrl' | 'prefix'>,
  context: RunContext,
): Promise<DocumentSource> {
  const bucket = await openBucket(form, context);
  return {
    hasContentVersions: true,

    async list(cursor) {
      const { objects, next } = await listBucket(bucket, prefix?.trim(), cursor, context);
      const entries = objects.map(({ key, etag, bytes, changedAt }) => {
        const skipped = skipReason(nameOf(key), bytes);
        return {
          key,
          version: etag ? `${etag}/${bytes}` : `${changedAt}/${bytes}`,
          title: nameOf(key),
          url: `${bucket.url}${bucketPath(key)}`,
          bytes,
          at: changedAt,
          ...(skipped !== undefined && { skipped }),
        };
      });
      return { entries, isWhole: true, ...(next !== undefined && { next }) };
    },

    read: async ({ key }) => ({
      name: nameOf(key),
      bytes: await readBucket(bucket, bucketPath(key), context),
    }),
  };
}
