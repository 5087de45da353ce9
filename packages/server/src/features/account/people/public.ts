// What other features and the composition may use of this one.
export { readAuthorNames } from './author-names.ts';
export { endKeysOf } from './end-keys-of.ts';
export { setGroupRole } from './group-roles.ts';
export { createInvitations, type Invitations, type OpenInvitation } from './invitations.ts';
export { peopleRoutes } from './people.routes.ts';
export { createPeopleService } from './people.ts';
export { createPersonRoles } from './person-roles.ts';
export { createPersonSessions } from './person-sessions.ts';
export { covers, requireCovered } from './role-rules.ts';
export { createRoleService } from './roles.ts';
export { createWorkspaceService } from './workspaces.ts';
