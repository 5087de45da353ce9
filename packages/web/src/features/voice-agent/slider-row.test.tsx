import { callRanges, speechRanges } from '@tendril/contract/voice/speech-ranges';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { SliderRow, type SliderRowProps } from './slider-row.tsx';

afterEach(cleanup);

type Shown = Pick<SliderRowProps, 'range' | 'unit'> & { first?: number; saved?: number };

/** A row that keeps its value; `held` shows what it was changed to. */
function show({ first, saved, ...rest }: Shown) {
  const held: { changes: number[] } = { changes: [] };
  function Row() {
    const [value, setValue] = useState(first);
    const onChange = (next: number) => {
      held.changes.push(next);
      setValue(next);
    };
    return <SliderRow label="Pace" value={value} savedValue={saved} onChange={onChange} {...rest} />;
  }
  render(<Row />);
  const slider = screen.getByRole('slider', { name: 'Pace' });
  const box = screen.getByRole('textbox', { name: 'Pace, as a number' });
  return { held, slider: slider as HTMLInputElement, box: box as HTMLInputElement };
}

describe('SliderRow', () => {
  it('SPEECH-03, CALL-09: carries the bounds and the step, and shows the default where nothing is stored', () => {
    const { slider, box } = show({ range: callRanges.beginMessageDelayMs, unit: 's' });
    expect([slider.min, slider.max, slider.step, slider.value]).toEqual(['0', '5', '0.1', '2.6']);
    expect(slider.getAttribute('aria-valuetext')).toBe('2.6 s');
    expect(box.value).toBe('2.6');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('goes back to the default by its reset button, which is there only when the value differs', () => {
    const { held, slider } = show({ range: speechRanges.responsiveness, unit: '', first: 0.9 });
    fireEvent.click(screen.getByRole('button', { name: 'Reset Pace to 0.52' }));
    expect(held.changes).toEqual([0.52]);
    expect(slider.value).toBe('0.52');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('SP-59: reports a stored value below the range and leaves it until it is changed', () => {
    const { held, slider, box } = show({
      range: callRanges.endCallAfterSilenceMs,
      unit: 's',
      first: 1.6,
      saved: 1.6,
    });
    expect(screen.getByText('Saved 1.6 s, below 10 s')).toBeTruthy();
    expect(box.value).toBe('1.6');
    expect(slider.getAttribute('aria-valuetext')).toBe('1.6 s, below 10 s');
    fireEvent.focus(box);
    fireEvent.blur(box);
    expect(held.changes).toEqual([]);
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(held.changes).toEqual([10]);
    expect(screen.queryByText(/below 10 s/)).toBeNull();
  });

  it('SP-60: reports a stored value above the range, and End goes to the near end', () => {
    const { held, slider } = show({ range: callRanges.maxCallDurationMs, unit: 'min', first: 12, saved: 12 });
    expect(screen.getByText('Saved 12 min, above 5 min')).toBeTruthy();
    fireEvent.keyDown(slider, { key: 'End' });
    expect(held.changes).toEqual([5]);
  });

  it('SP-58: prints the true number of a value outside the slider', () => {
    const { box } = show({ range: speechRanges.voiceSpeed, unit: '', first: 1.3, saved: 1.3 });
    expect(box.value).toBe('1.30');
    expect(screen.getByText('Saved 1.30, above 1.00')).toBeTruthy();
  });

  it('takes valid numbers from its box and keeps the last valid one otherwise', () => {
    const { held, box } = show({ range: callRanges.endCallAfterSilenceMs, unit: 's', first: 12 });
    fireEvent.change(box, { target: { value: '13,5' } });
    expect(held.changes).toEqual([13.5]);
    fireEvent.change(box, { target: { value: '99' } });
    expect(box.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(box, { target: { value: 'abc' } });
    fireEvent.blur(box);
    expect(held.changes).toEqual([13.5]);
    expect(box.value).toBe('13.5');
  });

  it('steps by the arrow keys in its box and stays inside the range', () => {
    const { held, box } = show({ range: callRanges.voicemailDetectionTimeoutMs, unit: 's', first: 9.5 });
    fireEvent.keyDown(box, { key: 'ArrowUp' });
    fireEvent.keyDown(box, { key: 'ArrowUp' });
    expect(held.changes).toEqual([10, 10]);
  });
});
