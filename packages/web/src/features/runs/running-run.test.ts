import { beforeEach, expect, it } from 'vitest';
import { forgetRunningRun, keepRunningRun, readRunningRun } from './running-run.ts';

beforeEach(() => sessionStorage.clear());

it('a run under way is found again after a reload, until it ends', () => {
  const run = { runId: 'r', chatId: 'c', question: 'q' };
  keepRunningRun('flow', run);
  expect(readRunningRun('flow')).toEqual(run);
  expect(readRunningRun('other')).toBeUndefined();
  forgetRunningRun('flow');
  expect(readRunningRun('flow')).toBeUndefined();
});

it('a record that cannot be read counts as none', () => {
  sessionStorage.setItem('flow_RUN', '{bad');
  expect(readRunningRun('flow')).toBeUndefined();
  sessionStorage.setItem('flow_RUN', '{"runId":7}');
  expect(readRunningRun('flow')).toBeUndefined();
});
