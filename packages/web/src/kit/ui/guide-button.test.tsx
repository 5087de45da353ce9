import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';
import { GuideButton } from './guide-button.tsx';

afterEach(cleanup);

it('says what a screen is, lists the first steps and the limits, and gives the focus back', async () => {
  render(<GuideButton of="batches" />);
  const button = screen.getByRole('button', { name: 'Help: Batch calls' });
  button.focus();
  fireEvent.click(button);
  const help = await screen.findByRole('dialog', { name: 'Batch calls' });
  const headings = within(help).getAllByRole('heading', { level: 3 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'What it is',
    'What to do first',
    'Good to know',
  ]);
  const [steps, limits] = within(help).getAllByRole('list');
  expect(steps?.tagName).toBe('OL');
  expect(steps?.children).toHaveLength(4);
  expect(limits?.textContent).toContain('do-not-call list');
  fireEvent.keyDown(help, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
});

it('closes alone when it was opened from a dialog', async () => {
  render(
    <Dialog isOpen title="Readers" guide="access" onClose={() => expect.unreachable()}>
      Lists
    </Dialog>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Help: Who may read it' }));
  const help = await screen.findByRole('dialog', { name: 'Who may read it' });
  fireEvent.keyDown(help, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Who may read it' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Readers' })).toBeDefined();
});
