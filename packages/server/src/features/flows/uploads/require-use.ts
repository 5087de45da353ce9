import type { FlowPlan } from '@tendril/engine/flow-plan';
import { isText } from '../../../platform/files/media-type.ts';
import type { TakenFile } from '../../../platform/files/take-file.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { activeProvider } from '../speech/public.ts';
import { refuseUpload } from './upload-content.ts';
import { imageMegabytes, imageTypes, seesImages } from './upload-rules.ts';

const megabyte = 1024 * 1024;

/** Refuses a file that no part of the flow can use, rather than dropping it silently. Throws INVALID_INPUT. */
export function requireUse(
  flow: Pick<RunnableFlow, 'speechToText'>,
  plan: Pick<FlowPlan, 'nodes'>,
  { mediaType, size }: Pick<TakenFile, 'mediaType' | 'size'>,
  path: string,
): void {
  if (isText(mediaType)) return;
  if (mediaType.startsWith('audio/')) {
    if (activeProvider(flow.speechToText)) return;
    throw refuseUpload(path, 'this flow takes no spoken questions; its speech to text is off');
  }
  if (!imageTypes.includes(mediaType))
    throw refuseUpload(path, `files of the type ${mediaType} are not taken with a question`);
  if (!seesImages(plan))
    throw refuseUpload(path, 'no model of this flow looks at pictures; "Allow Image Uploads" is off');
  if (size > imageMegabytes * megabyte)
    throw refuseUpload(path, `a picture may have at most ${imageMegabytes} MB`);
}
