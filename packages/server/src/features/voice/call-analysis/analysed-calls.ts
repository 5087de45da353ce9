import type { Call, CallAnalysis } from '@tendril/contract/api/calls';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Calls as they are stored. */
export interface AnalysedCalls {
  /** Throws NOT_FOUND. */
  read(scope: Scope, callId: string): Promise<Call>;
  /** Writes the analysis and adds its price; returns the call, or undefined when it is gone, or has one that stays. */
  saveAnalysis(
    trx: DatabaseTransaction,
    scope: Scope,
    callId: string,
    analysis: CallAnalysis,
    costUsd: number,
    isReplacing?: boolean,
  ): Promise<Call | undefined>;
}

/** An analysis and what it cost. */
export interface FoundAnalysis {
  analysis: CallAnalysis;
  costUsd: number;
}
