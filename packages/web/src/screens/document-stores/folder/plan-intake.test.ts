import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { expect, it } from 'vitest';
import { planIntake } from './plan-intake.ts';

const loaders = [
  { name: 'fileLoader', inputs: [{ name: 'file', type: 'file', label: 'File', fileType: '*' }] },
] as unknown as NodeTemplate[];
const room = { fileBytes: 100, bytesLeft: null, chunksLeft: null };
const file = (path: string, size = 10) => ({
  path,
  file: new File(['x'.repeat(size)], path.split('/').at(-1) ?? ''),
});

it('names each file that is left out, with the reason', () => {
  const files = [file('a/b.md'), file('a/film.mov'), file('a/c.pdf', 101), file('a/empty.txt', 0)];
  const plan = planIntake({ files, hidden: ['a/.git'], folder: 'a' }, loaders, room);
  expect(plan.files.map(({ path }) => path)).toEqual(['a/b.md']);
  expect(plan.leftOut).toEqual([
    { path: 'a/.git', reason: 'hidden' },
    { path: 'a/film.mov', reason: 'kind' },
    { path: 'a/c.pdf', reason: 'large' },
    { path: 'a/empty.txt', reason: 'empty' },
  ]);
});

it('says that a limit has no room for them before anything is sent', () => {
  const dropped = { files: [file('a.md', 60), file('b.md', 60)], hidden: [], folder: undefined };
  expect(planIntake(dropped, loaders, room).overLimit).toBeUndefined();
  expect(planIntake(dropped, loaders, { ...room, bytesLeft: 119 }).overLimit).toBe('bytes');
  expect(planIntake(dropped, loaders, { ...room, bytesLeft: 120 }).overLimit).toBeUndefined();
  expect(planIntake(dropped, loaders, { ...room, chunksLeft: 1 }).overLimit).toBe('chunks');
});
