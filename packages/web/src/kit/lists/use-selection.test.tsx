import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SelectAllBox, SelectBox } from './select-box.tsx';
import { useSelection } from './use-selection.ts';

interface ListProps {
  names: readonly string[];
  within?: string;
}

function List({ names, within }: ListProps) {
  const rows = names.map((id) => ({ id }));
  const selection = useSelection(rows, within);
  return (
    <div data-selectlist>
      <SelectAllBox selection={selection} shown={names} />
      {names.map((id) => (
        <SelectBox key={id} selection={selection} id={id} name={id} />
      ))}
      <output>{[...selection.ids].join(' ')}</output>
    </div>
  );
}

const letters = ['a', 'b', 'c', 'd', 'e'];
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const selected = () => screen.getByRole('status').textContent;

afterEach(cleanup);

it('a click with Shift selects the rows between, and takes them back', () => {
  render(<List names={letters} />);
  fireEvent.click(box('d'));
  fireEvent.click(box('b'), { shiftKey: true });
  expect(selected()).toBe('d b c'.split(' ').toSorted().join(' '));
  fireEvent.click(box('c'), { shiftKey: true });
  expect(selected()).toBe('d');
});

it('the arrow keys go from box to box, with Shift they select, Ctrl A selects all, Escape none', () => {
  render(<List names={letters} />);
  box('b').focus();
  fireEvent.keyDown(box('b'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(box('c'));
  fireEvent.keyDown(box('c'), { key: 'ArrowUp', shiftKey: true });
  expect(document.activeElement).toBe(box('b'));
  expect(selected()).toBe('b c');
  fireEvent.keyDown(box('a'), { key: 'ArrowUp' });
  fireEvent.keyDown(box('b'), { key: 'a', ctrlKey: true });
  expect(selected()).toBe('a b c d e');
  fireEvent.keyDown(box('b'), { key: 'Escape' });
  expect(selected()).toBe('');
});

it('the box of all is between the two while some are selected', () => {
  render(<List names={letters} />);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
  fireEvent.click(box('a'));
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  fireEvent.click(all);
  expect([all.checked, all.indeterminate, selected()]).toEqual([true, false, 'a b c d e']);
  fireEvent.click(all);
  expect(selected()).toBe('');
});

it('rows that are gone are not selected any more', () => {
  const { rerender } = render(<List names={letters} />);
  fireEvent.click(box('a'));
  fireEvent.click(box('b'));
  rerender(<List names={['b', 'c']} />);
  expect(selected()).toBe('b');
});

it('a list of pages keeps its selection from page to page, and drops it with its filter', () => {
  const { rerender } = render(<List names={['a', 'b']} within="" />);
  fireEvent.click(box('a'));
  rerender(<List names={['c', 'd']} within="" />);
  fireEvent.click(box('c'));
  expect(selected()).toBe('a c');
  rerender(<List names={['c']} within="x" />);
  expect(selected()).toBe('');
});
