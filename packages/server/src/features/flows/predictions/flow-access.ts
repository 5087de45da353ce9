import { AppError } from '@tendril/contract/app-error';
import { type Caller, isForFlow } from '../../../platform/http/caller.ts';
import type { RunnableFlow } from '../flows/public.ts';

/**
 * Who may run a flow: a person or a key of its workspace, and anybody when it is public; a flow bound to a key requires
 * that key, or a signed-in person. Returns the flow. To anonymous callers a private flow and an unknown id look the
 * same.
 */
export function requireRunRight(caller: Caller, flow: RunnableFlow | undefined): RunnableFlow {
  if (!isForFlow(caller, flow?.id ?? ''))
    throw new AppError('FORBIDDEN', 'This API key cannot call this flow.');
  if (caller.kind === 'anonymous') {
    if (flow?.isPublic && flow.apikeyid === null) return flow;
    if (caller.lacks)
      throw new AppError(
        'FORBIDDEN',
        `Your role in this workspace does not permit this: it takes “${caller.lacks}”.`,
      );
    throw new AppError(
      'UNAUTHORIZED',
      'This flow requires an API key: send it as "Authorization: Bearer <key>".',
    );
  }
  if (flow && caller.workspaceId === flow.workspaceId) {
    if (caller.kind === 'apiKey' && flow.apikeyid !== null && flow.apikeyid !== caller.keyId) {
      throw new AppError('UNAUTHORIZED', 'This flow requires a different API key.');
    }
    return flow;
  }
  if (flow?.isPublic && flow.apikeyid === null) return flow;
  throw new AppError('NOT_FOUND', 'Flow not found.');
}

/** Whether the caller is an anonymous one: then the flow's allowed origins and its rate limit apply. */
export function isVisitor(caller: Caller, flow: RunnableFlow): boolean {
  return caller.kind === 'anonymous' || caller.workspaceId !== flow.workspaceId;
}
