import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listSessions,
  preferences,
  readPreferences,
  readProfile,
  savePreferences,
  switchWorkspace,
  updateProfile,
} from '@tendril/contract/api/auths';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { BrowserSession } from '../../../platform/http/session.ts';
import { originOf } from './origin-of.ts';
import type { OwnSessions } from './own-sessions.ts';
import type { PreferenceStore } from './preferences.store.ts';
import type { ProfileService } from './profile.ts';

interface ProfileRouteParts {
  profiles: ProfileService;
  sessions: OwnSessions;
  preferenceStore: PreferenceStore;
  session: BrowserSession;
}

/** Routes of the signed-in person. */
export function profileRoutes(
  app: App,
  { profiles, sessions, preferenceStore, session }: ProfileRouteParts,
): void {
  serve(app, readProfile, ({ caller }) => profiles.read(caller));
  serve(app, updateProfile, ({ caller, body, reply }) => profiles.update(caller, body, reply));
  serve(app, changePassword, ({ caller, body, reply }) => profiles.changePassword(caller, body, reply));
  serve(app, listSessions, ({ caller }) => sessions.list(caller));
  serve(app, endOtherSessions, ({ caller }) => sessions.endOthers(caller));
  serve(app, endOwnSession, ({ caller, params }) => sessions.end(caller, params.id));

  serve(app, switchWorkspace, async ({ caller, body, request, reply }) => {
    const opened = await sessions.switchWorkspace(caller, body.workspaceId, originOf(request));
    session.write(request, reply, opened.session);
    return { data: opened.person };
  });

  serve(app, readPreferences, async ({ caller }) => {
    const stored = await preferenceStore.read(caller.userId);
    return preferences.parse(stored ? JSON.parse(stored) : {});
  });

  serve(app, savePreferences, async ({ caller, body }) => {
    await profiles.requireSelf(caller);
    await preferenceStore.save(caller.userId, JSON.stringify(body));
    return body;
  });
}
