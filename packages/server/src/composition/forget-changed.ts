import type { FlowPlans } from '../features/flows/predictions/public.ts';
import type { MessageOf } from '../platform/bus/control-bus.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';

interface Caches {
  plans: FlowPlans;
  outputs: { forgetWorkspace(workspaceId: string): void; forgetAll(): void };
  variables: { forget(scope?: Scope): void };
  passages: { forget(flowId?: string): void };
  /** Its vectors in memory, which would only take the place of others. */
  knowledge: { forget(storeId: string): void };
  /** Ends what this process does for a flow that was removed. */
  leaveFlow(flowId: string): void;
}

/**
 * Decides what a change, made in this process or another, makes outdated here. Sessions and keys are the matter of
 * `end-revoked.ts`; everything else that is cached of the database is named here.
 */
export function forgetChanged(
  infrastructure: Pick<Infrastructure, 'bus' | 'limits' | 'grants' | 'assurance' | 'egress'>,
  caches: Caches,
): void {
  const { bus, limits, grants, assurance, egress } = infrastructure;
  const { plans, outputs, variables, passages, knowledge, leaveFlow } = caches;
  // What vendors have said of their keys to other processes is no content of the database.
  egress.listenToOthers();

  // Plans hold what they have resolved: a secret, a tool, a variable.
  function forgetResolved(workspaceId: string): void {
    plans.forgetPlans(workspaceId);
    outputs.forgetWorkspace(workspaceId);
  }

  async function forgetFlow(flowId: string): Promise<void> {
    if (!plans.forgetFlow(flowId)) return;
    // Only who is to run it next reads it again, unless it is gone: then nobody may go on with it.
    if (!(await plans.find(flowId))) leaveFlow(flowId);
  }

  function forget({ scope, what, id }: MessageOf<'revised'>): void {
    switch (what) {
      case 'flow':
        // Unreadable just now: the next request for it gets the error.
        if (id !== undefined) forgetFlow(id).catch(() => undefined);
        break;
      case 'variable':
        variables.forget({ workspaceId: scope });
        forgetResolved(scope);
        break;
      case 'secret':
      case 'tool':
        forgetResolved(scope);
        break;
      case 'knowledge':
        if (id !== undefined) knowledge.forget(id);
        forgetResolved(scope);
        break;
      case 'passages':
        passages.forget(id);
        break;
      case 'limit':
        limits.forget({ workspaceId: scope });
        break;
      case 'role':
        grants.forget({ workspaceId: scope });
        break;
      case 'settings':
        assurance.forget({ workspaceId: scope });
        break;
      case 'key':
      case 'session':
    }
  }

  bus.subscribe('revised', forget);
  bus.onGap(() => {
    plans.forgetAll();
    outputs.forgetAll();
    variables.forget();
    passages.forget();
    limits.forget();
    grants.forget();
    assurance.forget();
  });
}
