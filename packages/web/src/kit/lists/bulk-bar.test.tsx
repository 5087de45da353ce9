import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { BulkBar } from './bulk-bar.tsx';
import { useBulk } from './use-bulk.ts';
import { useSelection } from './use-selection.ts';

const names = ['Apples', 'Bread', 'Cider'];

/** Bread cannot be deleted. */
function List() {
  const [rows, setRows] = useState(names.map((id) => ({ id })));
  const selection = useSelection(rows);
  const bulk = useBulk<{ id: string }>(selection, ({ id }) => id);
  const remove = () =>
    bulk.run(
      rows.filter(({ id }) => selection.ids.has(id)),
      async ({ id }) => {
        if (id === 'Bread') throw new Error('The disk is full.');
        setRows((before) => before.filter((row) => row.id !== id));
      },
    );
  return (
    <>
      <h1 tabIndex={-1}>Stores</h1>
      {rows.map(({ id }) => (
        <button key={id} type="button" onClick={() => selection.toggle(id)}>
          {id}
        </button>
      ))}
      {selection.ids.size > 0 && (
        <BulkBar
          count={selection.ids.size}
          onClear={selection.clear}
          {...bulk.bar}
          actions={[{ id: 'delete', label: 'Delete', onSelect: () => void remove() }]}
        />
      )}
    </>
  );
}

afterEach(cleanup);

it('names the row that refused, which stays selected, while the others are done with', async () => {
  render(<List />);
  for (const name of names) fireEvent.click(screen.getByRole('button', { name }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'One was left as it was:Bread The disk is full.',
  );
  expect(screen.getByRole('toolbar', { name: '1 selected' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Apples' })).toBeNull();
});

it('gives the focus to the heading when it goes with the button that has it', async () => {
  render(<List />);
  fireEvent.click(screen.getByRole('button', { name: 'Cider' }));
  const act = screen.getByRole('button', { name: 'Delete' });
  act.focus();
  fireEvent.click(act);
  await expect.poll(() => document.activeElement?.textContent).toBe('Stores');
});
