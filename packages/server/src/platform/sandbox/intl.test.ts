import { afterAll, describe, expect, it } from 'vitest';
import { ProcessSandbox } from './process-sandbox.ts';

const sandbox = new ProcessSandbox();

afterAll(() => sandbox.close());

/** What an expression gives in here, where the zone is said each time, must be what it gives in the sandbox. */
async function bothOf(expression: string): Promise<[unknown, unknown]> {
  const { value } = await sandbox.run({ code: `return (${expression})`, variables: {} });
  // The expressions stand below.
  const here: unknown = new Function(`return (${expression})`)();
  return [value, JSON.parse(JSON.stringify(here))];
}

const moment = 'new Date(1719878400123)';

describe('what code says by locale and time zone is what Node says', () => {
  it.each([
    `${moment}.toLocaleString('en-AU', { timeZone: 'Australia/Sydney' })`,
    `${moment}.toLocaleDateString('de-DE', { timeZone: 'Europe/Berlin', dateStyle: 'full' })`,
    `${moment}.toLocaleTimeString([], { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' })`,
    `${moment}.toLocaleTimeString('fr', { timeZone: 'Europe/Paris', timeZoneName: 'long' })`,
    `${moment}.toLocaleDateString(['xx-none', 'ja-JP-u-ca-japanese'], { timeZone: 'Asia/Tokyo', era: 'long' })`,
    `new Date(NaN).toLocaleString('en', { timeZone: 'UTC' })`,
    `(1234567.891).toLocaleString('en-IN')`,
    `(1234.5).toLocaleString('en-AU', { style: 'currency', currency: 'AUD' })`,
    `(0.256).toLocaleString('de', { style: 'percent', minimumFractionDigits: 1 })`,
    `(-0).toLocaleString('en', { signDisplay: 'negative' }) + NaN.toLocaleString() + Infinity.toLocaleString()`,
    `12345678901234567890n.toLocaleString('de')`,
    `[1234.5, null, ${moment}, 'a'].toLocaleString('de', { timeZone: 'UTC' })`,
    `new Float64Array([1234.5, 2]).toLocaleString('de')`,
    `['ä', 'z', 'a', 'A', 'Z'].sort((a, b) => a.localeCompare(b, 'sv'))`,
    `['a10', 'a9', 'a1'].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))`,
    `['I'.toLocaleLowerCase('tr'), 'i'.toLocaleUpperCase('tr'), 'ß'.toLocaleUpperCase(), 'IÄ'.toLocaleLowerCase()]`,
  ])('%s', async (expression) => {
    const [inside, here] = await bothOf(expression);
    expect(inside).toEqual(here);
  });

  it.each([
    `new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'full' }).format(${moment})`,
    `new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', hour: 'numeric', fractionalSecondDigits: 3 }).formatToParts(${moment})`,
    `new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', day: 'numeric' }).formatRange(0, 1e9)`,
    `new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long' }).formatRangeToParts(0, 1e10)`,
    `Intl.DateTimeFormat('ar-EG', { timeZone: 'Africa/Cairo' }).resolvedOptions()`,
    `[1e6, 2.5].map(Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 }).format)`,
    `new Intl.NumberFormat('en', { notation: 'compact' }).formatToParts(1234567)`,
    `new Intl.NumberFormat('en').format('12345678901234567890.123')`,
    `new Intl.NumberFormat('en', { style: 'unit', unit: 'kilometer-per-hour' }).formatRange(3, 5)`,
    `['b', 'a', 'Z'].sort(new Intl.Collator('de', { sensitivity: 'base' }).compare)`,
    `[1, 2, 3, 11].map((n) => new Intl.PluralRules('en', { type: 'ordinal' }).select(n))`,
    `new Intl.RelativeTimeFormat('es', { numeric: 'auto' }).format(-1, 'day')`,
    `new Intl.RelativeTimeFormat('en').formatToParts(10, 'seconds')`,
    `new Intl.ListFormat('de', { type: 'disjunction' }).format(new Set(['A', 'B', 'C']))`,
    `[...new Intl.Segmenter('th', { granularity: 'word' }).segment('สวัสดีชาวโลก')]`,
    `new Intl.Segmenter('en', { granularity: 'sentence' }).segment('One. Two.').containing(6)`,
    `new Intl.DisplayNames('en', { type: 'currency' }).of('AUD')`,
    `new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of('qqq') === undefined`,
    `new Intl.DurationFormat('en', { style: 'long' }).format({ hours: 1, minutes: 2 })`,
    `[new Intl.Locale('zh').maximize().toString(), new Intl.Locale('en-AU', { hourCycle: 'h23' }).hourCycle]`,
    `[Intl.supportedValuesOf('currency').length, Intl.getCanonicalLocales('EN-us'), Intl.NumberFormat.supportedLocalesOf(['de', 'xx'])]`,
    `[Object.prototype.toString.call(Intl), new Intl.NumberFormat() instanceof Intl.NumberFormat, typeof Intl.Collator().compare]`,
  ])('%s', async (expression) => {
    const [inside, here] = await bothOf(expression);
    expect(inside).toEqual(here);
  });

  it.each([
    `new Intl.NumberFormat('en', { style: 'currency', currency: 'nope!' })`,
    `new Intl.DateTimeFormat('en', { timeZone: 'Mars/Base' })`,
    `new Intl.DateTimeFormat('not a locale')`,
    `new Intl.DateTimeFormat().format(NaN)`,
    `new Intl.NumberFormat(null)`,
    `new Date(0).toLocaleDateString('en', { timeStyle: 'short' })`,
    `(5).toLocaleString('en', { minimumFractionDigits: 200 })`,
    `Intl.PluralRules('en')`,
    `new Intl.ListFormat('en').format([1])`,
    `Intl.NumberFormat.prototype.formatToParts.call({}, 1)`,
  ])('refuses %s with the same kind of error', async (expression) => {
    const [inside, here] = await bothOf(
      `(() => { try { ${expression}; return 'nothing' } catch (error) { return error.name } })()`,
    );
    expect(inside).toBe(here);
    expect(inside).toMatch(/Error$/);
  });

  it('where no zone is named the time is UTC, wherever the server stands', async () => {
    const code = `return [new Date(0).toLocaleString('en-US'), new Date(0).getHours(), Intl.DateTimeFormat().resolvedOptions().timeZone]`;
    expect((await sandbox.run({ code, variables: {} })).value).toEqual(['1/1/1970, 12:00:00 AM', 0, 'UTC']);
  });
});
