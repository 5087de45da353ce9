import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import type { NodeInputs } from '../interfaces/input-types.gen.ts';
import { loadFile } from './load-file.ts';
import { type Bucket, bucketPath, listBucket, openBucket, readBucket } from './s3-bucket.ts';

const mostFiles = 1000;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* load(
  bucket: Bucket,
  key: string,
  perPage: boolean,
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const bytes = await readBucket(bucket, bucketPath(key), context);
  const metadata = { source: `${bucket.url}${bucketPath(key)}`, key };
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

/** The files of a bucket below a prefix, each read by its ending. */
export async function* loadS3Directory(
  form: NodeInputs['s3Directory'],
  context: RunContext,
): AsyncGenerator<LoadedPart> {
  const bucket = await openBucket(form, context);
  let token: string | undefined;
  let count = 0;
  do {
    const page = await listBucket(bucket, form.prefix, token, context);
    for (const { key } of page.objects) {
      count += 1;
      if (count > mostFiles)
        throw new AppError(
          'TOO_LARGE',
          `Amazon S3: there are more than ${mostFiles} files. Narrow the prefix.`,
        );
      yield* load(bucket, key, form.pdfUsage === 'perPage', context);
    }
    token = page.next;
  } while (token);
}
