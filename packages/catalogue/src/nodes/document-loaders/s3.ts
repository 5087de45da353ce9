import { implementNode } from '../../interfaces/implement-node.ts';
import { loadS3File } from '../../loading/load-s3.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';
import { listAwsRegions } from '../../tools/aws-regions.ts';

/** A file in a bucket of Amazon S3, as documents. */
export const S3 = implementNode({
  name: 'S3',
  icon: 'aws',
  description: 'A file in a bucket of Amazon S3, as documents.',
  isLive: true,
  loadMethods: { listRegions: listAwsRegions },

  run: (inputs, context) => loaderOutputs(loadS3File(inputs, context), inputs),

  load: loadS3File,
});
