import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { WholeNumberBox } from './whole-number-box.tsx';

afterEach(cleanup);

function show(): HTMLInputElement {
  function Box() {
    const [value, setValue] = useState(10);
    return <WholeNumberBox label="Seconds" value={value} unit="s" max={3600} onChange={setValue} />;
  }
  render(<Box />);
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Seconds' });
}

it.each(['-1', '1.5', 'abc', '99999'])('SPEECH-07, SP-70: %s leaves the last valid value', (text) => {
  const box = show();
  fireEvent.change(box, { target: { value: text } });
  fireEvent.blur(box);
  expect(box.value).toBe('10');
});

it('SPEECH-07: accepts zero and other whole numbers', () => {
  const box = show();
  fireEvent.change(box, { target: { value: '0' } });
  fireEvent.blur(box);
  expect(box.value).toBe('0');
});

it('SP-70: typed key by key, 1.5 does not become 15', () => {
  const box = show();
  const type = (value: string) => fireEvent.input(box, { target: { value }, inputType: 'insertText' });
  type('1');
  type('1.');
  expect(box.value).toBe('1');
  type('15');
  expect(box.value).toBe('1');
  expect(screen.getByRole('status').textContent).toBe('Enter a whole number from 0 to 3600');
  fireEvent.blur(box);
  expect(box.value).toBe('1');
  expect(screen.queryByRole('status')).toBeNull();
});
