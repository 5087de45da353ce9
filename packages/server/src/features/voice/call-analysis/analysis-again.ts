import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceWebhooks } from '../voice-webhooks/public.ts';
import type { AnalysedCalls, FoundAnalysis } from './analysed-calls.ts';
import { type AnalysisSettings, pickSettings, toConversation } from './analysis-settings.ts';
import type { ReadCall } from './call-reader.ts';
import { findCall, type UnreadCall } from './unread-calls.ts';

/** Somebody waits for it. */
const longestMs = 60_000;

interface AgainParts {
  db: Database;
  webhooks: Pick<VoiceWebhooks, 'poke'>;
  calls: Pick<AnalysedCalls, 'read'>;
  settingsOf(call: UnreadCall): Promise<AnalysisSettings | undefined>;
  read: ReadCall;
  write(
    trx: DatabaseTransaction,
    scope: Scope,
    callId: string,
    settings: AnalysisSettings,
    found: FoundAnalysis,
    isReplacing: boolean,
  ): Promise<void>;
}

/** Analyses an ended call once more: its new analysis takes the place of the one before. */
export function analysisAgain({ db, webhooks, calls, settingsOf, read, write }: AgainParts) {
  return async (scope: Scope, callId: string): Promise<void> => {
    const call = await calls.read(scope, callId);
    const stored = await findCall(db, scope, callId);
    if (!stored || call.endedAt === null) throw new AppError('CONFLICT', 'This call has not ended.');
    if (call.transcript.length === 0)
      throw new AppError('CONFLICT', 'Nothing is stored of what was said in this call.');
    const found = await settingsOf(stored);
    if (!found) throw new AppError('CONFLICT', 'The agent of this call no longer exists.');
    const settings = pickSettings(found);
    const conversation = toConversation(settings, call.transcript, call);
    const options = { signal: AbortSignal.timeout(longestMs), isPatient: false };
    const analysis = await read(scope, conversation, settings.postCallModel, options);
    await db.transaction().execute((trx) => write(trx, scope, callId, settings, analysis, true));
    webhooks.poke();
  };
}
