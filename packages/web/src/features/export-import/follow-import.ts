import { type BundleReport, bundleReport } from '@tendril/contract/api/export-import';
import { type Job, job as jobSchema, readJob } from '@tendril/contract/api/jobs';
import { call } from '../../kit/api/call.ts';

const lookEveryMs = 500;
/** So many looks in a row may fail: a server that restarts goes on with the import. */
const mostFailures = 120;

/** Follows an import that is a job to its end; undefined when it was canceled. Throws what it failed with. */
export async function followImport(
  response: Response,
  onProgress: (job: Job) => void,
): Promise<BundleReport | undefined> {
  let job = jobSchema.parse(await response.json());
  for (let failures = 0; ; ) {
    onProgress(job);
    if (job.state === 'done') return bundleReport.parse(job.result);
    if (job.state === 'cancelled') return undefined;
    if (job.state === 'failed') throw new Error(job.error?.message ?? job.state);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    try {
      job = await call(readJob, { params: { id: job.id } });
      failures = 0;
    } catch (thrown) {
      failures += 1;
      if (failures >= mostFailures) throw thrown;
    }
  }
}
