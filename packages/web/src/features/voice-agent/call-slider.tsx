import { callRanges, type SliderRange } from '@tendril/contract/voice/speech-ranges';
import { type CallValues, fromMs, toMs } from './call-values.ts';
import { SliderRow, type SliderRowProps } from './slider-row.tsx';
import type { CallForm } from './use-call-form.ts';

type SliderKey = keyof typeof callRanges & keyof CallValues;

interface CallSliderProps extends Pick<SliderRowProps, 'label' | 'unit' | 'lowWord' | 'highWord' | 'hint'> {
  form: CallForm;
  field: SliderKey;
}

/** A slider over a value that is kept in milliseconds, or as a share. */
export function CallSlider({ form, field, ...rest }: CallSliderProps) {
  const range: SliderRange = callRanges[field];
  const saved = form.saved[field];
  return (
    <SliderRow
      {...rest}
      range={range}
      value={inUnit(form.values[field], range)}
      savedValue={saved === undefined ? undefined : inUnit(saved, range)}
      onChange={(value) => form.edit({ [field]: range.msPerUnit ? toMs(value, range) : value })}
    />
  );
}

const inUnit = (value: number, range: SliderRange) => (range.msPerUnit ? fromMs(value, range) : value);
