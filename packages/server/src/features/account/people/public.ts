// What other features and the composition may use of this one.
export { readAuthorNames } from './author-names.ts';
export { createInvitations, type OpenInvitation } from './invitations.ts';
export { peopleRoutes } from './people.routes.ts';
export { createPeopleService, readOwner } from './people.ts';
export { createWorkspaceService } from './workspaces.ts';
