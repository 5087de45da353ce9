import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import type { Job } from '@tendril/contract/api/jobs';
import { expect, it } from 'vitest';
import { loaderTrouble, upsertResultOf, upsertsOf } from './store-jobs.ts';
import { storeSteps } from './store-steps.ts';

const loader = (id: string, rest: Partial<StoreLoader> = {}) =>
  ({
    id,
    status: 'NEW',
    vectorStatus: 'NONE',
    totalChunks: 0,
    error: null,
    job: null,
    ...rest,
  }) as StoreLoader;

const cut = { status: 'SYNC', totalChunks: 7 } as const;

const job = (state: Job['state'], rest: Partial<Job> = {}) =>
  ({
    id: 'j',
    kind: 'document-store-process',
    state,
    partId: 'a',
    error: null,
    result: null,
    ...rest,
  }) as Job;

const store = (loaders: StoreLoader[], jobs: Job[] = []) => ({ loaders, jobs }) as unknown as DocumentStore;
const steps = (loaders: StoreLoader[], jobs: Job[] = []) => {
  const { states, next } = storeSteps(store(loaders, jobs));
  return [...Object.values(states), next];
};

it('an empty store begins with a source', () => {
  expect(steps([])).toEqual(['todo', 'waiting', 'waiting', 'waiting', 'sources']);
});

it('a store goes from sources to chunks, to vectors, to questions', () => {
  expect(steps([loader('a')])).toEqual(['done', 'todo', 'waiting', 'waiting', 'chunks']);
  expect(steps([loader('a', cut)])).toEqual(['done', 'done', 'todo', 'waiting', 'embed']);
  expect(steps([loader('a', { ...cut, vectorStatus: 'UPSERTED' })])).toEqual([
    'done',
    'done',
    'done',
    'done',
    'search',
  ]);
});

it('while a job is at work there is nothing to do', () => {
  expect(steps([loader('a', { status: 'SYNCING' })])).toEqual([
    'done',
    'working',
    'waiting',
    'waiting',
    undefined,
  ]);
  expect(steps([loader('a', { ...cut, vectorStatus: 'UPSERTING' })])).toEqual([
    'done',
    'done',
    'working',
    'waiting',
    undefined,
  ]);
});

it('a source that came later makes the later steps stale, but what is embedded can be asked', () => {
  const old = loader('a', { ...cut, vectorStatus: 'UPSERTED' });
  expect(steps([old, loader('b')])).toEqual(['done', 'stale', 'done', 'done', 'chunks']);
  expect(steps([old, loader('b', cut)])).toEqual(['done', 'done', 'stale', 'done', 'embed']);
});

it('a failed job is reported at its step until another job of the source has ended', () => {
  const failed = job('failed', { error: { code: 'NODE_FAILED', message: 'broken.pdf: is damaged' } });
  const broken = loader('a', { error: 'broken.pdf: is damaged' });
  expect(steps([broken], [failed])).toEqual(['done', 'failed', 'waiting', 'waiting', 'chunks']);
  expect(loaderTrouble(store([broken], [failed]), broken)).toEqual({
    work: 'process',
    isStopped: false,
    reason: 'broken.pdf: is damaged',
  });
  expect(loaderTrouble(store([broken], [job('done'), failed]), loader('a', cut))).toBeUndefined();
  expect(loaderTrouble(store([broken], [failed]), loader('b'))).toBeUndefined();
});

it('a failure is reported after its job was deleted', () => {
  const late = loader('a', { ...cut, error: 'The key was refused.' });
  expect(loaderTrouble(store([late]), late)).toEqual({
    work: 'upsert',
    isStopped: false,
    reason: 'The key was refused.',
  });
});

it('a job that a person stopped is no failure', () => {
  const stopped = job('cancelled');
  const one = loader('a');
  expect(loaderTrouble(store([one], [stopped]), one)).toEqual({
    work: 'process',
    isStopped: true,
    reason: '',
  });
  expect(steps([one], [stopped])[1]).toBe('todo');
  expect(loaderTrouble(store([one], [stopped]), loader('a', { job: job('running') }))).toBeUndefined();
});

it('upserts of the whole store count for each of its sources', () => {
  const whole = job('done', { kind: 'document-store-upsert', partId: null });
  const other = job('done', { kind: 'document-store-upsert', partId: 'b' });
  const all = store([loader('a'), loader('b')], [other, whole, job('done')]);
  expect(upsertsOf(all, undefined)).toEqual([other, whole]);
  expect(upsertsOf(all, 'a')).toEqual([whole]);
});

it('the counters of an upsert are read when it is done and only then', () => {
  const result = { numAdded: 3, numUpdated: 0, numSkipped: 1, numDeleted: 0, addedDocs: [] };
  expect(upsertResultOf(job('done', { result }))).toEqual(result);
  expect(upsertResultOf(job('failed', { result }))).toBeUndefined();
  expect(upsertResultOf(job('done', { result: { totalChunks: 3 } }))).toBeUndefined();
});
