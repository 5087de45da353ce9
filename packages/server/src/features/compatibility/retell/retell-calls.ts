import type { Answer, Body } from '@tendril/contract/api/endpoint';
import {
  type listRetellCalls,
  type readRetellConcurrency,
  retellCallChanges,
  type updateRetellCall,
} from '@tendril/contract/api/retell-calls';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import type { BatchCalls } from '../../voice/batch-calls/public.ts';
import type { CallAnalyses } from '../../voice/call-analysis/public.ts';
import type { Calls, FoundCall, PlacedCalls } from '../../voice/calls/public.ts';
import type { LedCalls } from '../../voice/phone-lines/public.ts';
import type { PhoneNumbers } from '../../voice/phone-numbers/public.ts';
import { type RetellCall, toRetellCall } from '../../voice/voice-webhooks/public.ts';
import { createRetellBatch } from './create-retell-batch.ts';
import { placeRetellCall } from './place-retell-call.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import { registerArrivingCall } from './register-retell-phone-call.ts';
import { registerRetellWebCall } from './register-retell-web-call.ts';
import { readRetellFilters } from './retell-call-filters.ts';
import type { RetellVersionParts } from './retell-versions.ts';
import { searchRetellPage } from './search-retell-page.ts';

export interface RetellCallParts extends RetellVersionParts {
  calls: Calls;
  placed: PlacedCalls;
  outbound: Pick<LedCalls, 'place'>;
  batches: Pick<BatchCalls, 'add'>;
  analyses: Pick<CallAnalyses, 'readAgain'>;
  numbers: Pick<PhoneNumbers, 'list'>;
  publicUrl: string | undefined;
  limits: Pick<WorkspaceLimits, 'of'>;
}

/** Calls in Retell's API. */
export function createRetellCalls(parts: RetellCallParts) {
  const { calls, publicUrl, limits } = parts;
  const answer = ({ call, isPrivate }: FoundCall): RetellCall =>
    toRetellCall(call, { isPrivate, ...(publicUrl !== undefined && { publicUrl }) });
  const read = async (scope: Scope, id: string) => answer(await calls.find(scope, id));

  return {
    read,

    createWebCall: registerRetellWebCall(parts),

    createPhoneCall: placeRetellCall(parts),

    createBatchCall: createRetellBatch(parts),
    registerPhoneCall: registerArrivingCall(parts),

    async list(scope: Scope, body: Body<typeof listRetellCalls>): Promise<Answer<typeof listRetellCalls>> {
      const { tests, ...rest } = readRetellFilters(body?.filter_criteria ?? {});
      // What is typed is a chat there.
      const filters = {
        ...rest,
        tests: [...tests, { column: 'channel', op: 'eq', value: 'audio' } as const],
      };
      return searchRetellPage(calls, scope, filters, body ?? {}, answer);
    },

    async update(scope: Scope, id: string, body: Body<typeof updateRetellCall>): Promise<RetellCall> {
      refuseUnserved(retellCallChanges, body);
      if (body.metadata) await calls.changeMetadata(scope, id, body.metadata);
      return read(scope, id);
    },

    /** Throws CONFLICT for a call that cannot be read. */
    async rerunAnalysis(scope: Scope, id: string): Promise<RetellCall> {
      await parts.analyses.readAgain(scope, id);
      return read(scope, id);
    },

    remove: (scope: Scope, id: string): Promise<void> => calls.remove(scope, id),

    /** Throws CONFLICT for a call that is not in progress. */
    async stop(scope: Scope, id: string): Promise<void> {
      if (!(await calls.stop(scope, id))) throw new AppError('CONFLICT', 'This call is not in progress.');
    },

    async readConcurrency(scope: Scope): Promise<Answer<typeof readRetellConcurrency>> {
      const tests = [{ column: 'status' as const, op: 'eq' as const, value: 'ongoing' }];
      // Tests and simulations take nobody's place on the lines.
      const asked = { tests, kinds: ['web', 'phone'] as const, limit: 1, includeTotal: true };
      const { total = 0 } = await calls.search(scope, asked);
      const most = (await limits.of(scope)).workspaceCalls;
      return {
        current_concurrency: total,
        concurrency_limit: most,
        base_concurrency: most,
        purchased_concurrency: 0,
        concurrency_purchase_limit: 0,
        remaining_purchase_limit: 0,
        concurrency_burst_enabled: false,
        concurrency_burst_limit: 0,
        reserved_inbound_concurrency: 0,
      };
    },
  };
}

export type RetellCalls = ReturnType<typeof createRetellCalls>;
