import type { NamedTemplate } from '@tendril/catalogue/templates/load-templates';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { RunOutcome, RunRequest } from '@tendril/engine/run-request';
import type { Starter, StarterName } from '../features/flows/flows/public.ts';
import type { NodeSource } from '../features/flows/nodes/public.ts';
import type { VoiceModels } from '../features/voice/calls/public.ts';
import { once } from '../platform/once.ts';

/** The packages below the server, loaded on first use: none of them is loaded while the server starts. */
export interface Runtime {
  catalogue(): Promise<NodeSource>;
  loadStarter(name: StarterName): Promise<Starter>;
  loadTemplates(): Promise<NamedTemplate[]>;
  voiceModels(): Promise<VoiceModels>;
  compile(flow: FlowData): Promise<FlowPlan>;
  run(plan: FlowPlan, request: RunRequest): Promise<RunOutcome>;
}

/** Joins catalogue and engine. Tests bring a catalogue of their own. */
export function openRuntime(ownCatalogue?: NodeSource): Runtime {
  const catalogue = once(
    async () => ownCatalogue ?? (await import('@tendril/catalogue/catalogue')).createCatalogue(),
  );
  const compiler = once(() => import('@tendril/engine/compile-flow'));
  const runner = once(() => import('@tendril/engine/run-flow'));

  return {
    catalogue,
    loadStarter: async (name) => (await import('@tendril/catalogue/starters/load-starter')).loadStarter(name),
    loadTemplates: async () => (await import('@tendril/catalogue/templates/load-templates')).loadTemplates(),
    voiceModels: async () => ({
      ...(await import('@tendril/catalogue/voice/open-voice-model')),
      ...(await import('@tendril/catalogue/voice/converse')),
    }),
    compile: async (flow) => (await compiler()).compileFlow(flow, await catalogue()),
    run: async (plan, request) => (await runner()).runFlow(plan, request),
  };
}
