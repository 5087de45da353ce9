import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addPasskey,
  type PasskeyAttestation,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@tendril/contract/api/passkeys';
import { unlinkProvider } from '@tendril/contract/api/sign-in-providers';
import { call } from '../../kit/api/call.ts';
import { factorsQuery } from './factors.queries.ts';

/** Lets the device make a key, and adds it under a name. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(name: string) {
      const { ceremony, options } = await call(startPasskey);
      const { startRegistration } = await import('@simplewebauthn/browser');
      const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
      const attestation = (await startRegistration({ optionsJSON })) as unknown as PasskeyAttestation;
      return call(addPasskey, { body: { ceremony, name, attestation } });
    },
    onSuccess: () => client.invalidateQueries(factorsQuery),
  });
}

export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(renamePasskey, { params: { id }, body: { name } }),
    onSettled: () => client.invalidateQueries(factorsQuery),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removePasskey, { params: { id } }),
    onSettled: () => client.invalidateQueries(factorsQuery),
  });
}

export function useUnlinkProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(unlinkProvider, { params: { id } }),
    onSettled: () => client.invalidateQueries(factorsQuery),
  });
}
