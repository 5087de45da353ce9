import { AppError } from '@tendril/contract/app-error';
import type { CustomDetails } from '@tendril/contract/flow/assistant-details';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { FlowService } from '../flows/public.ts';
import { buildAssistantFlow, findProblems, frameNodes, identifyParts } from './assistant-flow.ts';
import { maskDetails } from './mask-details.ts';

export interface AssistantFlowParts {
  flows: FlowService;
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
}

/** Details as they are stored, and the flow that goes with them. */
interface KeptStep {
  details: CustomDetails;
  flowId: string;
}

/** Keeps the hidden flow of an assistant in sync with its details. */
export function createAssistantFlows({ flows, findTemplate }: AssistantFlowParts) {
  async function templatesOf(details: CustomDetails): Promise<(name: string) => NodeTemplate | undefined> {
    const parts = [details.chatModel, details.memory, ...details.tools].flatMap((part) => part?.name ?? []);
    const names = new Set([...parts, ...Object.values(frameNodes)]);
    const found = await Promise.all(
      [...names].map(async (name) => [name, await findTemplate(name)] as const),
    );
    const templates = new Map(found);
    return (name) => templates.get(name);
  }

  async function isThere(caller: ScopedCaller, flowId: string): Promise<boolean> {
    return flows.read(caller, flowId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
        throw error;
      },
    );
  }

  return {
    async problems(details: CustomDetails) {
      return findProblems(details, await templatesOf(details));
    },

    /** Rewrites the flow; one that somebody deleted is created again. */
    async keep(caller: ScopedCaller, given: CustomDetails, present: string | null): Promise<KeptStep> {
      const details = identifyParts(given);
      const { name } = details;
      const { flowData } = buildAssistantFlow(details, await templatesOf(details));
      const known = present !== null && (await isThere(caller, present)) ? present : null;
      if (known) await flows.write(caller, known, { flowData, kind: 'published', changes: { name } });
      const flowId =
        known ?? (await flows.insert(caller, { name, type: 'ASSISTANT', flowData, isPublished: true }));
      const shown = await flows.read(caller, flowId);
      return { flowId, details: { ...maskDetails(details, shown.flowData), chatflowid: flowId } };
    },

    /** Removes the flow with its messages and runs; one that is already gone is no error. */
    async remove(caller: ScopedCaller, flowId: string | null): Promise<void> {
      if (flowId !== null && (await isThere(caller, flowId))) await flows.remove(caller, flowId);
    },
  };
}

export type AssistantFlows = ReturnType<typeof createAssistantFlows>;
