import type { TemplateTool } from '@tendril/contract/api/template-gallery';
import { AppError } from '@tendril/contract/app-error';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { Checkpoint } from '@tendril/engine/checkpoint';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { Scope } from '../../../platform/db/scope.ts';

/** A trial that waits for a person's decision, with all it needs to resume. */
export interface KeptTrial extends Scope {
  templateId: string;
  plan: FlowPlan;
  tools: readonly TemplateTool[];
  question: string;
  chatId: string;
  history: readonly ChatTurn[];
  checkpoint: Checkpoint;
  at: number;
}

const mostTrials = 200;
const keptForMs = 30 * 60_000;

/** Keeps waiting trials in memory for a while: a restart drops them, which is acceptable for a trial. */
export function keepTrials() {
  const trials = new Map<string, KeptTrial>();

  function forgetOld(): void {
    const oldest = Date.now() - keptForMs;
    for (const [runId, { at }] of trials) if (at < oldest || trials.size > mostTrials) trials.delete(runId);
  }

  return {
    keep(runId: string, trial: Omit<KeptTrial, 'at'>): void {
      trials.set(runId, { ...trial, at: Date.now() });
      forgetOld();
    },

    /** A trial is decided once. Throws CONFLICT when it is no longer waiting. */
    take({ workspaceId }: Scope, templateId: string, runId: string): KeptTrial {
      forgetOld();
      const found = trials.get(runId);
      if (!found || found.workspaceId !== workspaceId || found.templateId !== templateId)
        throw new AppError('CONFLICT', 'This trial is no longer waiting for a decision. Ask again.');
      trials.delete(runId);
      return found;
    },
  };
}
