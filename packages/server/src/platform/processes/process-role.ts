/** What a process can do for its installation. */
export const processRoles = ['web', 'work', 'media'] as const;

/** Whether a process is there for calls, and serves no pages. */
export function isForCalls(roles: readonly string[]): boolean {
  return roles.includes('media') && !roles.includes('web');
}
