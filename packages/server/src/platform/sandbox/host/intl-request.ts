/** Which formatter the code inside asks for, after the check that nothing but plain values came across. */
export interface IntlRequest {
  kind: string;
  locales: string | string[] | undefined;
  options: Record<string, string | number | boolean> | undefined;
}

const maxLocales = 50;
const maxOptions = 50;

/** Reads a request; throws TypeError for what is not one. */
export function readIntlRequest(value: unknown): IntlRequest {
  const { kind, locales, options } = (value ?? {}) as Record<string, unknown>;
  if (typeof kind !== 'string') throw invalid();
  return { kind, locales: readLocales(locales), options: readOptions(options) };
}

function readLocales(value: unknown): string | string[] | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length > maxLocales) throw invalid();
  if (!value.every((item) => typeof item === 'string')) throw invalid();
  return value;
}

// The engine looks options up by name: an object without a prototype keeps it from finding anything else.
function readOptions(value: unknown): IntlRequest['options'] {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid();
  const entries = Object.entries(value);
  if (entries.length > maxOptions) throw invalid();
  const options: Record<string, string | number | boolean> = Object.create(null);
  for (const [name, item] of entries) {
    if (typeof item !== 'string' && typeof item !== 'number' && typeof item !== 'boolean') throw invalid();
    options[name] = item;
  }
  return options;
}

function invalid(): TypeError {
  return new TypeError('The locales or options given to Intl are not valid.');
}
