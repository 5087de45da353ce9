import * as api from '@tendril/contract/api/retell-voices';
import type { App } from '../../../platform/http/app.ts';
import type { RetellVoices } from './retell-voices.ts';
import { serveRetell as serve } from './serve-retell.ts';

/** Voices under the paths of Retell's API. */
export function retellVoiceRoutes(app: App, voices: RetellVoices): void {
  serve(app, api.listRetellVoices, ({ caller }) => voices.list(caller));
  serve(app, api.readRetellVoice, ({ caller, params }) => voices.read(caller, params.voiceId));
  serve(app, api.searchRetellVoices, ({ caller, body }) => voices.search(caller, body));
  serve(app, api.cloneRetellVoice, ({ caller, request }) => voices.clone(caller, request));
  serve(app, api.addRetellVoice, ({ caller, request, body }) => voices.add(caller, request, body));
}
