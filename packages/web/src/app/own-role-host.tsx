import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownRoleQuery } from '../kit/api/own-role.queries.ts';
import { useOwnPermissions } from '../kit/state/permissions-store.ts';

/** Keeps what the signed-in person may do at hand for every screen. */
export function OwnRoleHost() {
  const role = useQuery(ownRoleQuery);
  const { data } = role;
  useEffect(() => {
    useOwnPermissions.setState({ permissions: data ? new Set(data.permissions) : null });
  }, [data]);
  return null;
}
