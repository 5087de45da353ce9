import { storedValueMask } from '@tendril/contract/api/credentials';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PairRows } from './pair-rows.tsx';

afterEach(cleanup);

const onChange = vi.fn<(pairs: Record<string, string>) => void>();
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

function show(pairs: Record<string, string>): void {
  onChange.mockReset();
  render(
    <PairRows
      label="Headers"
      hint=""
      keyLabel="Header"
      valueLabel="Value"
      maxKey={200}
      maxValue={4000}
      pairs={pairs}
      onChange={onChange}
    />,
  );
}

it('SP-76: a stored value is never shown, and stays while other rows are edited', () => {
  show({ Authorization: storedValueMask, 'X-Region': 'eu' });
  expect(field('Value 1').value).toBe('');
  expect(field('Value 1').placeholder).toBe(storedValueMask);
  expect(screen.getByText(/A value is stored/).id).toBe(field('Value 1').getAttribute('aria-describedby'));
  type('Value 2', 'us');
  expect(onChange).toHaveBeenLastCalledWith({ Authorization: storedValueMask, 'X-Region': 'us' });
});

it('SP-76: what is typed replaces a stored value, and emptied again it is kept', () => {
  show({ Authorization: storedValueMask });
  type('Value 1', 'Bearer new');
  expect(onChange).toHaveBeenLastCalledWith({ Authorization: 'Bearer new' });
  expect(screen.queryByText(/A value is stored/)).toBeNull();
  type('Value 1', '');
  expect(onChange).toHaveBeenLastCalledWith({ Authorization: storedValueMask });
});

it('SP-76: a stored value belongs to its name', () => {
  show({ Authorization: storedValueMask });
  type('Header 1', 'X-Token');
  expect(onChange).toHaveBeenLastCalledWith({ 'X-Token': '' });
  type('Header 1', 'Authorization');
  expect(onChange).toHaveBeenLastCalledWith({ Authorization: storedValueMask });
});
