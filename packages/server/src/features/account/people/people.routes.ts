import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  listPeople,
  removePerson,
} from '@tendril/contract/api/people';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Invitations } from './invitations.ts';
import type { PeopleService } from './people.ts';

/** Routes of the workspace's people and of the invitations by which others join. */
export function peopleRoutes(app: App, people: PeopleService, invitations: Invitations): void {
  serve(app, listPeople, ({ caller }) => people.list(caller));
  serve(app, removePerson, ({ caller, params }) => people.remove(caller, params.id));
  serve(app, listInvitations, ({ caller }) => invitations.list(caller));
  serve(app, createInvitation, ({ caller, body }) => invitations.create(caller, body));
  serve(app, deleteInvitation, ({ caller, params }) => invitations.revoke(caller, params.id));
}
