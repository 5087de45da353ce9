import {
  createAssistantProfile,
  deleteAssistantProfile,
  listAssistantProfiles,
  patchAssistantProfile,
  readAssistantProfile,
  updateAssistantProfile,
} from '@tendril/contract/api/assistant-profiles';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AssistantProfiles } from './assistant-profiles.ts';

/** Routes of assistant profiles. */
export function assistantProfileRoutes(app: App, profiles: AssistantProfiles): void {
  serve(app, listAssistantProfiles, async ({ caller }) => ({ data: await profiles.list(caller) }));
  serve(app, createAssistantProfile, async ({ caller, body }) => ({
    data: await profiles.create(caller, body),
  }));
  serve(app, readAssistantProfile, async ({ caller, params }) => ({
    data: await profiles.read(caller, params.id),
  }));
  for (const endpoint of [updateAssistantProfile, patchAssistantProfile]) {
    serve(app, endpoint, async ({ caller, params, body }) => ({
      data: await profiles.update(caller, params.id, body),
    }));
  }
  serve(app, deleteAssistantProfile, ({ caller, params }) => profiles.remove(caller, params.id));
}
