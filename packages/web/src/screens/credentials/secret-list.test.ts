import { expect, it } from 'vitest';
import { countSecrets, filterSecrets, type Secret, type SecretColumn, sortSecrets } from './secret-list.ts';

const use = { kind: 'flow', id: 'f', name: 'Flow' } as const;
const test = (isOk: boolean) => ({ testedDate: '2026-01-01T00:00:00.000Z', isOk, message: '' });

function make(name: string, changes: Partial<Secret> = {}): Secret {
  return {
    id: name,
    name,
    credentialName: 'openAIApi',
    hint: '',
    lastTest: null,
    connection: null,
    hosts: [],
    askedHosts: [],
    usedBy: [],
    createdDate: '2026-01-01T00:00:00.000Z',
    updatedDate: '2026-01-01T00:00:00.000Z',
    kind: undefined,
    ...changes,
  };
}

const secrets = [
  make('Beta', { lastTest: test(false), usedBy: [use], updatedDate: '2026-01-03T00:00:00.000Z' }),
  make('alpha', { lastTest: test(true), hint: '7f3a', usedBy: [use, { ...use, id: 'g' }] }),
  make('Gamma', { credentialName: 'oAuth2Api', connection: 'again' }),
  make('Delta', { credentialName: 'oAuth2Api', connection: 'none', lastTest: test(false) }),
];
const all = { search: '', show: 'all', type: '' } as const;
const names = (list: readonly Secret[]) => list.map(({ name }) => name);

it('counts and shows what fails and what nobody uses', () => {
  expect(countSecrets(secrets)).toEqual({ all: 4, failing: 2, unused: 2 });
  expect(names(filterSecrets(secrets, { ...all, show: 'failing' }))).toEqual(['Beta', 'Gamma']);
  expect(names(filterSecrets(secrets, { ...all, show: 'unused' }))).toEqual(['Gamma', 'Delta']);
});

it('finds by name, kind and hint, and by type', () => {
  expect(names(filterSecrets(secrets, { ...all, search: ' ALPH ' }))).toEqual(['alpha']);
  expect(names(filterSecrets(secrets, { ...all, search: '7F3' }))).toEqual(['alpha']);
  expect(names(filterSecrets(secrets, { ...all, type: 'oAuth2Api' }))).toEqual(['Gamma', 'Delta']);
  expect(names(filterSecrets(secrets, { ...all, search: '%' }))).toEqual([]);
});

it('sorts by every column, with failed tests first and equal ones by name', () => {
  const by = (column: SecretColumn, isDescending = false) =>
    names(sortSecrets(secrets, { column, isDescending }));
  expect(by('name')).toEqual(['alpha', 'Beta', 'Delta', 'Gamma']);
  expect(by('usedBy', true)).toEqual(['alpha', 'Beta', 'Delta', 'Gamma']);
  expect(by('lastTest').slice(0, 2)).toEqual(['Beta', 'Gamma']);
  expect(by('updated', true)[0]).toBe('Beta');
  expect(by('type')).toEqual(['Delta', 'Gamma', 'alpha', 'Beta']);
});
