import { storedValueMask } from '@tendril/contract/api/credentials';
import { expect, it } from 'vitest';
import type { CredentialKind } from '../api/credentials.queries.ts';
import { RequestError } from '../api/request-error.ts';
import { fieldErrors, keptPasswords, missingFields, startValues, valuesToSend } from './credential-values.ts';

const kind: CredentialKind = {
  name: 'speech',
  label: 'Speech',
  isTestable: true,
  isOAuth2: false,
  inputs: [
    { name: 'region', label: 'Region', type: 'string' },
    { name: 'key', label: 'Key', type: 'password' },
    { name: 'second', label: 'Second key', type: 'password', optional: true },
    { name: 'version', label: 'Version', type: 'string', default: '2024', optional: true },
  ],
};
const stored = { region: 'westus', key: storedValueMask, version: '2023' };

it('starts with what is no secret, and with the defaults of the rest', () => {
  expect(startValues(kind, stored)).toEqual({ region: 'westus', key: '', second: '', version: '2023' });
  expect(startValues(kind, {})).toEqual({ region: '', key: '', second: '', version: '2024' });
});

it('keeps a stored password whose field stays empty, only when it edits', () => {
  expect(keptPasswords(kind, stored, 'edit')).toEqual(['key']);
  expect(keptPasswords(kind, stored, 'replace')).toEqual([]);
  const values = { region: 'eastus', key: '', second: '', version: '' };
  expect(valuesToSend(values, ['key'])).toEqual({ region: 'eastus', key: storedValueMask });
  expect(valuesToSend({ ...values, key: 'new' }, ['key'])).toEqual({ region: 'eastus', key: 'new' });
  expect(valuesToSend(values, [])).toEqual({ region: 'eastus' });
});

it('misses what is needed and not kept', () => {
  const names = (kept: string[]) =>
    missingFields(kind, { region: '  ', key: '' }, kept).map((input) => input.name);
  expect(names([])).toEqual(['region', 'key']);
  expect(names(['key'])).toEqual(['region']);
});

it('reports a refusal by field', () => {
  const details = [{ path: 'plainDataObj.key', message: 'The key was refused.' }];
  const refused = new RequestError(422, 'PROVIDER_UNAUTHORIZED', 'no', { details });
  expect(fieldErrors(refused)).toEqual({ key: 'The key was refused.' });
  expect(fieldErrors(new Error('other'))).toEqual({});
});
