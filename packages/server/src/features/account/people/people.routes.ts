import {
  changePersonRole,
  createInvitation,
  createRole,
  deleteInvitation,
  deleteRole,
  endPersonSessions,
  endWorkspaceSession,
  listInvitations,
  listPeople,
  listRoles,
  listWorkspaceSessions,
  readOwnRole,
  removePerson,
  updateRole,
} from '@tendril/contract/api/people';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Invitations } from './invitations.ts';
import type { PeopleService } from './people.ts';
import type { PersonRoles } from './person-roles.ts';
import type { PersonSessions } from './person-sessions.ts';
import type { RoleService } from './roles.ts';

interface PeopleRouteParts {
  people: PeopleService;
  personRoles: PersonRoles;
  sessions: PersonSessions;
  roles: RoleService;
  invitations: Invitations;
}

/** Routes of the workspace's people, of their roles, and of the invitations by which others join. */
export function peopleRoutes(
  app: App,
  { people, personRoles, sessions, roles, invitations }: PeopleRouteParts,
): void {
  serve(app, listPeople, ({ caller }) => people.list(caller));
  serve(app, removePerson, ({ caller, params }) => people.remove(caller, params.id));
  serve(app, changePersonRole, ({ caller, params, body }) =>
    personRoles.change(caller, params.id, body.roleId),
  );
  serve(app, listWorkspaceSessions, ({ caller }) => sessions.list(caller));
  serve(app, endWorkspaceSession, ({ caller, params }) => sessions.end(caller, params.id));
  serve(app, endPersonSessions, ({ caller, params }) => sessions.endAll(caller, params.id));
  serve(app, listRoles, ({ caller }) => roles.list(caller));
  serve(app, createRole, ({ caller, body }) => roles.create(caller, body));
  serve(app, updateRole, ({ caller, params, body }) => roles.update(caller, params.id, body));
  serve(app, deleteRole, ({ caller, params }) => roles.remove(caller, params.id));
  serve(app, readOwnRole, ({ caller }) => roles.own(caller));
  serve(app, listInvitations, ({ caller }) => invitations.list(caller));
  serve(app, createInvitation, ({ caller, body }) => invitations.create(caller, body));
  serve(app, deleteInvitation, ({ caller, params }) => invitations.revoke(caller, params.id));
}
