import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { agentFlowAction } from '../executions/public.ts';
import type { FlowPlans } from '../predictions/public.ts';
import type { FiringInput } from './firing-input.ts';
import type { FiringEnd } from './firing-jobs.ts';
import type { FiringRow, FiringRun } from './flow-firings.store.ts';
import type { FlowStarts } from './flow-starts.ts';

/** The signed deliveries of this server, as far as flows use them. */
export interface CallbackOutbox {
  enqueueFlow(
    trx: DatabaseTransaction,
    scope: Scope,
    notice: { flowId: string; runId: string; url: string; payload: object },
  ): Promise<void>;
  poke(): void;
  /** Signs with a secret of the flow's owner instead of one of ours. */
  keepSecret(scope: Scope, ownerId: string, secret: string): Promise<void>;
}

interface CallbackParts {
  db: Database;
  plans: Pick<FlowPlans, 'find'>;
  starts: FlowStarts;
  outbox: CallbackOutbox;
}

/** Announces the end of a run to the address that its flow names; the outbox keeps one notice of a run. */
export function flowCallbacks({ db, plans, starts, outbox }: CallbackParts) {
  return async (firing: FiringRow, end: FiringEnd): Promise<void> => {
    const { callback, chatId = '' } = JSON.parse(firing.input) as FiringInput;
    if (!callback) return;
    const { flowId, runId } = firing;
    const flow = await plans.find(flowId);
    const start = flow && (await starts.of(flow));
    if (start?.kind === 'webhook' && start.callbackSecret !== '')
      await outbox.keepSecret(firing, flowId, start.callbackSecret);
    const payload =
      'run' in end ? await describeEnd(db, firing, end.run) : { status: 'ERROR', chatId, error: end.failure };
    await db
      .transaction()
      .execute((trx) => outbox.enqueueFlow(trx, firing, { flowId, runId, url: callback.url, payload }));
    outbox.poke();
  };
}

async function describeEnd(db: Database, scope: Scope, run: FiringRun): Promise<object> {
  const { id: runId, chatId, sessionId, question, status } = run;
  if (status !== 'done' && status !== 'waiting')
    return { status: 'ERROR', chatId, runId, error: failureOf(run) };
  const message = await db
    .selectFrom('chat_message')
    .select(['id', 'sourceDocuments', 'usedTools', 'agentReasoning', 'action'])
    .where('workspaceId', '=', scope.workspaceId)
    .where('runId', '=', runId)
    .where('role', '=', 'apiMessage')
    .executeTakeFirst();
  const { id: chatMessageId, action, ...lists } = message ?? {};
  const parsed = Object.entries(lists).flatMap(([name, text]) => (text ? [[name, JSON.parse(text)]] : []));
  const data = {
    text: run.answer ?? '',
    ...{ question, chatId, sessionId, chatMessageId, runId, executionId: runId },
    ...Object.fromEntries(parsed),
    ...(action && { action: agentFlowAction(JSON.parse(action)) }),
  };
  return { status: status === 'waiting' ? 'STOPPED' : 'SUCCESS', chatId, data };
}

function failureOf({ status, error }: FiringRun): string {
  const { message } = (error === null ? {} : JSON.parse(error)) as { message?: string };
  return message ?? (status === 'cancelled' ? 'The run was stopped.' : 'The flow failed.');
}
