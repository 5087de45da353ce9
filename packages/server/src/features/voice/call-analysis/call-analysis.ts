import type { Call, TranscriptLine } from '@tendril/contract/api/calls';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { VoiceWebhooks } from '../voice-webhooks/public.ts';
import type { AnalysedCalls, FoundAnalysis } from './analysed-calls.ts';
import { analysisAgain } from './analysis-again.ts';
import { analysisJob, analysisJobKind } from './analysis-job.ts';
import { type AnalysisSettings, pickSettings, toConversation } from './analysis-settings.ts';
import { callReader, type ModelKey, type ReadCall } from './call-reader.ts';
import { emptyReading, fewestMessages, messagesOf, withoutWords } from './conversation.ts';
import { rulesName } from './read-by-rules.ts';
import { type UnreadCall, unreadCalls } from './unread-calls.ts';

interface EndedCall {
  call: Call;
  /** Of the version that the call ran under. */
  settings: AnalysisSettings;
  /** What was said; for an agent that stores no sensitive data this is the only copy. */
  transcript: readonly TranscriptLine[];
}

interface CallAnalysisParts {
  db: Database;
  log: Logger;
  jobs: Pick<JobQueue, 'register' | 'enqueue' | 'poke'>;
  webhooks: Pick<VoiceWebhooks, 'enqueueCall' | 'poke'>;
  calls: AnalysedCalls;
  /** The settings that a call ran with; undefined when its agent is gone. */
  settingsOf(call: UnreadCall): Promise<AnalysisSettings | undefined>;
  /** The workspace's OpenAI key; undefined when it has none. */
  openKey(scope: Scope): Promise<ModelKey | undefined>;
  fetch: FetchFunction;
}

export interface CallAnalyses {
  /** Queues the analysis of an ended call, in the transaction that writes its end; call `poke` after the commit. */
  enqueue(trx: DatabaseTransaction, scope: Scope, ended: EndedCall): Promise<void>;
  poke(): void;
  /**
   * Analyses an ended call once more, as the version that it ran with is configured to, and notifies its receiver. Throws
   * CONFLICT for a call that cannot be read.
   */
  readAgain(scope: Scope, callId: string): Promise<void>;
  /** Analyses a conversation now and stores nothing; for simulations. */
  read: ReadCall;
  /**
   * Resumes calls that a crash left unfinished: their receivers are notified, and they are analysed. Returns how many.
   */
  recover(): Promise<number>;
  /** Waits until no call is being analysed from memory. */
  settle(): Promise<void>;
}

/** An analysis that cannot be resumed from disk has to end before its job is retried. */
const heardMs = 15_000;
const recoveredMs = 7 * 86_400_000;

/** Extracts from every ended call what its agent is configured to, and notifies its receiver. */
export function createCallAnalyses(parts: CallAnalysisParts): CallAnalyses {
  const { db, log, jobs, webhooks, calls } = parts;
  const read = callReader(parts);
  /** Text that must not be stored: analysed at once, and dropped. */
  const heard = new Map<string, { scope: Scope; ended: EndedCall; reading?: Promise<void> }>();

  async function write(
    trx: DatabaseTransaction,
    scope: Scope,
    callId: string,
    settings: AnalysisSettings,
    { analysis, costUsd }: FoundAnalysis,
    isReplacing = false,
  ): Promise<void> {
    const call = await calls.saveAnalysis(trx, scope, callId, analysis, costUsd, isReplacing);
    if (call) await webhooks.enqueueCall(trx, scope, 'call_analyzed', call, settings);
  }

  async function writeNow(scope: Scope, { id }: Call, settings: AnalysisSettings, found: FoundAnalysis) {
    await db.transaction().execute((trx) => write(trx, scope, id, settings, found));
    webhooks.poke();
  }

  async function readHeard(scope: Scope, { call, settings, transcript }: EndedCall): Promise<void> {
    try {
      const conversation = toConversation(settings, transcript, call);
      const options = { signal: AbortSignal.timeout(heardMs), isPatient: false };
      const { analysis, costUsd } = await read(scope, conversation, settings.postCallModel, options);
      const redacted = { ...withoutWords(analysis, conversation.fields), by: analysis.by };
      await writeNow(scope, call, settings, { analysis: redacted, costUsd });
    } catch (error) {
      log.error({ err: error, callId: call.id }, 'a call could not be analysed');
    } finally {
      heard.delete(call.id);
    }
  }

  jobs.register(
    analysisJob({ calls, read, write: writeNow, heard: async (callId) => heard.get(callId)?.reading }),
  );

  async function enqueue(trx: DatabaseTransaction, scope: Scope, ended: EndedCall): Promise<void> {
    const { call, transcript } = ended;
    const settings = pickSettings(ended.settings);
    if (messagesOf(transcript).length < fewestMessages) {
      const analysis = { ...emptyReading(toConversation(settings, transcript, call)), by: rulesName };
      await write(trx, scope, call.id, settings, { analysis, costUsd: 0 });
      return;
    }
    if (settings.optOutSensitiveDataStorage) heard.set(call.id, { scope, ended });
    const { workspaceId } = scope;
    await jobs.enqueue(trx, { workspaceId, kind: analysisJobKind, subjectId: call.id, input: { settings } });
  }

  async function recoverOne(unread: UnreadCall): Promise<boolean> {
    const settings = await parts.settingsOf(unread);
    if (!settings) return false;
    const call = await calls.read(unread, unread.id);
    await db.transaction().execute(async (trx) => {
      await webhooks.enqueueCall(trx, unread, 'call_ended', call, settings);
      await enqueue(trx, unread, { call, settings, transcript: call.transcript });
    });
    return true;
  }

  return {
    read,
    readAgain: analysisAgain({ ...parts, read, write }),
    enqueue,
    settle: async () => void (await Promise.all([...heard.values()].map(({ reading }) => reading))),

    poke() {
      for (const kept of heard.values()) kept.reading ??= readHeard(kept.scope, kept.ended);
      jobs.poke();
    },

    async recover() {
      let count = 0;
      for (const unread of await unreadCalls(db, Date.now() - recoveredMs))
        if (await recoverOne(unread)) count += 1;
      if (count > 0) webhooks.poke();
      return count;
    },
  };
}
