import { findLacking, type Permission, type Permits } from '@tendril/contract/permission';
import { create } from 'zustand';

interface OwnPermissions {
  /** Null until they are known: then nothing is held back, and the server decides. */
  permissions: ReadonlySet<Permission> | null;
}

/** What the signed-in person may do in this workspace. */
export const useOwnPermissions = create<OwnPermissions>(() => ({ permissions: null }));

/** The first permission that the signed-in person lacks for something; undefined if it is permitted. */
export function useLacking(permits: Permits): Permission | undefined {
  return (
    useOwnPermissions(({ permissions }) => permissions && findLacking(permits, permissions)) ?? undefined
  );
}

/** Whether the signed-in person may do something. */
export function useMay(permits: Permits): boolean {
  return useLacking(permits) === undefined;
}

/**
 * Whether the signed-in person is known to be permitted something: for what a page requests by itself, which would only
 * be refused.
 */
export function useIsPermitted(permits: Permits): boolean {
  return useOwnPermissions(
    ({ permissions }) => permissions !== null && findLacking(permits, permissions) === undefined,
  );
}
