import { implementNode } from '../../interfaces/implement-node.ts';
import { loadS3Directory } from '../../loading/load-s3.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';
import { openS3Source } from '../../sources/s3-source.ts';
import { listAwsRegions } from '../../tools/aws-regions.ts';

/** The files in a bucket of Amazon S3, as documents. */
export const s3Directory = implementNode({
  name: 's3Directory',
  icon: 'aws',
  description: 'The files in a bucket of Amazon S3, as documents.',
  isLive: true,
  loadMethods: { listRegions: listAwsRegions },

  run: (inputs, context) => loaderOutputs(loadS3Directory(inputs, context), inputs),

  load: loadS3Directory,

  openSource: openS3Source,
});
