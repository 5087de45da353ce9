import * as api from '@tendril/contract/api/voice-agents';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AgentFiles } from './agent-files.ts';
import type { AgentOverviews } from './agent-overviews.ts';
import type { AgentVersions } from './agent-versions.ts';
import { fillPrompt } from './prompt-preview.ts';
import type { VoiceAgents } from './voice-agents.ts';

interface VoiceAgentServices {
  agents: VoiceAgents;
  versions: AgentVersions;
  files: AgentFiles;
  overviews: AgentOverviews;
}

/** Routes of voice agents, their settings, LLM records, versions and files. */
export function voiceAgentRoutes(app: App, services: VoiceAgentServices): void {
  const { agents, files, overviews } = services;
  serve(app, api.listVoiceAgents, async ({ caller }) => ({ data: await agents.list(caller) }));
  serve(app, api.createVoiceAgent, async ({ caller, body }) => ({ data: await agents.create(caller, body) }));
  serve(app, api.readVoiceAgent, async ({ caller, params }) => ({
    data: await agents.read(caller, params.id),
  }));
  serve(app, api.updateVoiceAgent, async ({ caller, params, body }) => ({
    data: await agents.update(caller, params.id, body),
  }));
  serve(app, api.deleteVoiceAgent, ({ caller, params }) => agents.remove(caller, params.id));
  serve(app, api.readAgentSettings, async ({ caller, params }) => ({
    data: await agents.readSettings(caller, params.id),
  }));
  serve(app, api.updateAgentSettings, async ({ caller, params, body }) => ({
    data: await agents.updateSettings(caller, params.id, body),
  }));
  serve(app, api.readVoiceLlm, async ({ caller, params }) => ({
    data: await agents.readLlm(caller, params.id),
  }));
  serve(app, api.updateVoiceLlm, async ({ caller, params, body }) => ({
    data: await agents.updateLlm(caller, params.id, body),
  }));
  serve(app, api.listAgentOverviews, async ({ caller }) => ({ data: await overviews.list(caller) }));
  serve(app, api.listFlowAgents, async ({ caller, params }) => ({
    data: await overviews.ofFlow(caller, params.id),
  }));
  serve(app, api.previewPrompt, async ({ caller, params, body }) => {
    const { snapshot } = await agents.snapshot(caller, params.id, 'draft');
    return fillPrompt(snapshot, body.variables);
  });
  serve(app, api.exportVoiceAgent, ({ caller, params, query }) =>
    files.export(caller, params.id, query.format),
  );
  serve(app, api.importVoiceAgent, ({ caller, body }) => files.import(caller, body.data));
  serve(app, api.duplicateVoiceAgent, async ({ caller, params }) => ({
    data: await files.duplicate(caller, params.id),
  }));
  versionRoutes(app, services);
}

function versionRoutes(app: App, { agents, versions }: VoiceAgentServices): void {
  serve(app, api.listAgentVersions, ({ caller, params }) => versions.list(caller, params.id));
  serve(app, api.readAgentVersion, async ({ caller, params }) => {
    const { snapshot } = await agents.snapshot(caller, params.id, params.versionId);
    return { data: snapshot };
  });
  serve(app, api.publishAgent, async ({ caller, params, body }) => ({
    data: await versions.publish(caller, params.id, body.note),
  }));
  serve(app, api.restoreAgentVersion, async ({ caller, params }) => ({
    data: await versions.restore(caller, params.id, params.versionId),
  }));
}
