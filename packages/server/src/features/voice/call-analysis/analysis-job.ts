import type { Call } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { AnalysedCalls, FoundAnalysis } from './analysed-calls.ts';
import { type AnalysisSettings, toConversation } from './analysis-settings.ts';
import type { ReadCall } from './call-reader.ts';
import { emptyReading } from './conversation.ts';
import { rulesName } from './read-by-rules.ts';

export const analysisJobKind = 'call-analysis';

interface AnalysisJobParts {
  calls: Pick<AnalysedCalls, 'read'>;
  read: ReadCall;
  write(job: RunningJob, call: Call, settings: AnalysisSettings, found: FoundAnalysis): Promise<void>;
  /** Retried while this process analyses a call whose words are not stored. */
  heard(callId: string): Promise<void>;
}

/** Analyses an ended call; an existing analysis stays. */
export function analysisJob({ calls, read, write, heard }: AnalysisJobParts): JobHandler {
  async function find(job: RunningJob): Promise<Call | undefined> {
    try {
      const call = await calls.read(job, job.subjectId);
      return call.analysis ? undefined : call;
    } catch (error) {
      // Deleted meanwhile: there is nothing to analyse.
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  async function analyse(job: RunningJob, call: Call, settings: AnalysisSettings): Promise<FoundAnalysis> {
    const conversation = toConversation(settings, call.transcript, call);
    if (!settings.optOutSensitiveDataStorage) {
      const options = { signal: job.signal, isPatient: !job.isLastAttempt };
      return read(job, conversation, settings.postCallModel, options);
    }
    // The process that led the call reads it out of its memory. Only when that process has ended is nothing to be had.
    if (!job.isLastAttempt) throw new AppError('UNAVAILABLE', 'The call can be read elsewhere.');
    return { analysis: { ...emptyReading(conversation), by: rulesName }, costUsd: 0 };
  }

  return {
    kind: analysisJobKind,
    unit: 'parts',
    lane: 'quick',
    async run(job) {
      await heard(job.subjectId);
      const { settings } = job.input as { settings: AnalysisSettings };
      const call = await find(job);
      if (!call) return null;
      const found = await analyse(job, call, settings);
      await write(job, call, settings, found);
      return { by: found.analysis.by };
    },
  };
}
