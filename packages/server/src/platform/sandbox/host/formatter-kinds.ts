import { type IntlArgument, readDecimal } from './intl-argument.ts';
import type { IntlRequest } from './intl-request.ts';

/** The methods of one formatter, over plain values. */
export type Formatter = Record<string, (...values: IntlArgument[]) => unknown>;

type Locales = IntlRequest['locales'];
type Options = IntlRequest['options'];

const segmentCharacters = 100_000;

// The type libraries of this runtime leave these out.
interface RangeRules extends Intl.PluralRules {
  selectRange(from: number, to: number): string;
}
interface DurationFormat {
  format(duration: object): string;
  formatToParts(duration: object): unknown[];
  resolvedOptions(): object;
}
const { DurationFormat } = Intl as unknown as {
  DurationFormat: new (locales: Locales, options: Options) => DurationFormat;
};

/** Makes the formatters of `Intl` by their kinds. Options go through unread: the engine checks each itself. */
export const formatterKinds: Record<string, (locales: Locales, options: Options) => Formatter> = {
  DateTimeFormat(locales, options) {
    const format = new Intl.DateTimeFormat(locales, options);
    return {
      format: (date) => format.format(numberOf(date)),
      formatToParts: (date) => format.formatToParts(numberOf(date)),
      formatRange: (from, to) => format.formatRange(numberOf(from), numberOf(to)),
      formatRangeToParts: (from, to) => format.formatRangeToParts(numberOf(from), numberOf(to)),
      resolvedOptions: () => format.resolvedOptions(),
    };
  },
  NumberFormat(locales, options) {
    const format = new Intl.NumberFormat(locales, options);
    return {
      format: (value) => format.format(readDecimal(value)),
      formatToParts: (value) => format.formatToParts(readDecimal(value)),
      formatRange: (from, to) => format.formatRange(readDecimal(from), readDecimal(to)),
      formatRangeToParts: (from, to) => format.formatRangeToParts(readDecimal(from), readDecimal(to)),
      resolvedOptions: () => format.resolvedOptions(),
    };
  },
  Collator(locales, options) {
    const collator = new Intl.Collator(locales, options);
    return {
      compare: (left, right) => collator.compare(String(left), String(right)),
      resolvedOptions: () => collator.resolvedOptions(),
    };
  },
  PluralRules(locales, options) {
    const rules = new Intl.PluralRules(locales, options) as RangeRules;
    return {
      select: (value) => rules.select(numberOf(value)),
      selectRange: (from, to) => rules.selectRange(numberOf(from), numberOf(to)),
      resolvedOptions: () => rules.resolvedOptions(),
    };
  },
  RelativeTimeFormat(locales, options) {
    const format = new Intl.RelativeTimeFormat(locales, options);
    return {
      format: (value, unit) => format.format(numberOf(value), unit as Intl.RelativeTimeFormatUnit),
      formatToParts: (value, unit) =>
        format.formatToParts(numberOf(value), unit as Intl.RelativeTimeFormatUnit),
      resolvedOptions: () => format.resolvedOptions(),
    };
  },
  ListFormat(locales, options) {
    const format = new Intl.ListFormat(locales, options);
    return {
      format: (list) => format.format(list as string[]),
      formatToParts: (list) => format.formatToParts(list as string[]),
      resolvedOptions: () => format.resolvedOptions(),
    };
  },
  Segmenter(locales, options) {
    const segmenter = new Intl.Segmenter(locales, options);
    return {
      segment: (text) => segmentsOf(segmenter, String(text)),
      resolvedOptions: () => segmenter.resolvedOptions(),
    };
  },
  DisplayNames(locales, options) {
    const names = new Intl.DisplayNames(locales, options as unknown as Intl.DisplayNamesOptions);
    return {
      of: (code) => names.of(String(code)),
      resolvedOptions: () => names.resolvedOptions(),
    };
  },
  DurationFormat(locales, options) {
    const format = new DurationFormat(locales, options);
    const read = (text: IntlArgument) => JSON.parse(String(text)) as object;
    return {
      format: (duration) => format.format(read(duration)),
      formatToParts: (duration) => format.formatToParts(read(duration)),
      resolvedOptions: () => format.resolvedOptions(),
    };
  },
};

// Absent stands for now, as in the standard: the guest never sends it for anything but dates.
function numberOf(value: IntlArgument): number {
  return value === undefined ? Date.now() : Number(value);
}

function segmentsOf(segmenter: Intl.Segmenter, text: string): unknown[] {
  if (text.length > segmentCharacters) {
    throw new RangeError(`A text to be cut has at most ${segmentCharacters} characters here.`);
  }
  return Array.from(segmenter.segment(text), ({ segment, index, isWordLike }) => ({
    segment,
    index,
    isWordLike,
  }));
}
