import { beforeEach, expect, it } from 'vitest';
import { confirm, hideConfirm, useConfirmDialog } from './confirm-store.ts';

const question = { title: 'Delete', description: 'Delete flow x?', confirmText: 'Delete' };

beforeEach(() => hideConfirm(false));

it('STATE-16, STATE-03: confirm shows the dialog and waits for the answer', async () => {
  const answer = confirm(question);
  expect(useConfirmDialog.getState()).toEqual({ show: true, question });
  hideConfirm(true);
  await expect(answer).resolves.toBe(true);
  expect(useConfirmDialog.getState().show).toBe(false);
});

it('STATE-16: a second question answers the first with no', async () => {
  const first = confirm(question);
  const second = confirm({ ...question, title: 'Other' });
  await expect(first).resolves.toBe(false);
  hideConfirm(true);
  await expect(second).resolves.toBe(true);
});
