import { expect, it } from 'vitest';
import { demandOf, endDemand, meetDemand, useIdentityDemands } from './identity-store.ts';

it('asks once for all requests that wait, and asks again afterwards', async () => {
  const both = Promise.all([meetDemand('PROOF_REQUIRED'), meetDemand('PROOF_REQUIRED')]);
  expect(useIdentityDemands.getState().demands).toEqual(['PROOF_REQUIRED']);
  endDemand('PROOF_REQUIRED', true);
  expect(await both).toEqual([true, true]);
  expect(useIdentityDemands.getState().demands).toEqual([]);
});

it('asks for a proof while a second factor is set up, which goes on after it', async () => {
  const setUp = meetDemand('SECOND_FACTOR_SETUP_REQUIRED');
  const proof = meetDemand('PROOF_REQUIRED');
  endDemand('PROOF_REQUIRED', true);
  expect(await proof).toBe(true);
  expect(useIdentityDemands.getState().demands).toEqual(['SECOND_FACTOR_SETUP_REQUIRED']);
  endDemand('SECOND_FACTOR_SETUP_REQUIRED', false);
  expect(await setUp).toBe(false);
});

it('takes no other refusal for a demand', () => {
  expect(demandOf('FORBIDDEN')).toBeUndefined();
  expect(demandOf('PROOF_REQUIRED')).toBe('PROOF_REQUIRED');
});
