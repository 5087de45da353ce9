import { type IntlArgument, readDecimal } from './intl-argument.ts';
import type { IntlRequest } from './intl-request.ts';

interface LocaleCall extends Pick<IntlRequest, 'locales' | 'options'> {
  method: string;
  values: IntlArgument[];
}

const functions: Record<string, (call: LocaleCall) => unknown> = {
  Date({ locales, options, method, values }) {
    const date = new Date(Number(values[0]));
    if (method === 'toLocaleDateString') return date.toLocaleDateString(locales, options);
    if (method === 'toLocaleTimeString') return date.toLocaleTimeString(locales, options);
    return date.toLocaleString(locales, options);
  },
  Number({ locales, options, values }) {
    return new Intl.NumberFormat(locales, options).format(readDecimal(values[0]));
  },
  String({ locales, method, values }) {
    const text = String(values[0]);
    return method === 'toLocaleUpperCase' ? text.toLocaleUpperCase(locales) : text.toLocaleLowerCase(locales);
  },
  Locale({ locales, options, method }) {
    const locale = new Intl.Locale(String(locales), options);
    if (method === 'maximize' || method === 'minimize') return locale[method]().toString();
    return describeLocale(locale);
  },
  Intl({ locales, method, values }) {
    if (method === 'supportedValuesOf') return Intl.supportedValuesOf(String(values[0]) as 'calendar');
    return Intl.getCanonicalLocales(locales);
  },
  supportedLocalesOf({ locales, options, method }) {
    const kinds: Record<string, unknown> = Intl as unknown as Record<string, unknown>;
    const kind = Object.hasOwn(Intl, method) ? kinds[method] : undefined;
    return (kind as typeof Intl.NumberFormat).supportedLocalesOf(locales ?? [], options as object);
  },
};

/** Answers what belongs to no formatter that is kept. Throws TypeError for a kind that does not exist. */
export function runIntlFunction(
  { kind, locales, options }: IntlRequest,
  method: string,
  values: IntlArgument[],
): unknown {
  const run = Object.hasOwn(functions, kind) ? functions[kind] : undefined;
  if (!run) throw new TypeError(`Intl has no "${kind}" here.`);
  return run({ locales, options, method, values });
}

// The type libraries of this runtime leave these out.
const derivations = [
  'getCalendars',
  'getCollations',
  'getHourCycles',
  'getNumberingSystems',
  'getTextInfo',
  'getTimeZones',
  'getWeekInfo',
] as const;

/** A locale with all that is derived from it. */
function describeLocale(locale: Intl.Locale): Record<string, unknown> {
  const { baseName, language, script, region, calendar, collation, caseFirst, hourCycle, numberingSystem } =
    locale;
  const derived = locale as unknown as Record<string, () => unknown>;
  return {
    text: locale.toString(),
    own: {
      ...{ baseName, language, script, region, calendar, collation },
      ...{ caseFirst, hourCycle, numberingSystem, numeric: locale.numeric },
    },
    derived: Object.fromEntries(derivations.map((name) => [name, derived[name]?.()])),
  };
}
