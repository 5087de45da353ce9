import { AppError } from '@tendril/contract/app-error';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import { downloadModel } from '../../../platform/local-embeddings/download-model.ts';
import type { LocalModels } from '../../../platform/local-embeddings/local-embeddings.ts';

export const downloadKind = 'local-model-download';

/** Downloads a local model in the background. */
export function downloadHandler(models: LocalModels, egress: Pick<Egress, 'fetch'>): JobHandler {
  return {
    kind: downloadKind,
    unit: 'bytes',
    lane: 'long',

    async run(job) {
      const model = models.find(job.subjectId);
      const { address, folder } = models;
      if (!model || address === null)
        throw new AppError('NOT_FOUND', 'This model cannot be downloaded any more.');
      return downloadModel({
        ...{ fetch: egress.fetch, address, model, folder, signal: job.signal },
        // What is on disk is what it goes on from.
        onProgress: (done, total) => job.advance({ done, total, checkpoint: {} }),
      });
    },
  };
}
