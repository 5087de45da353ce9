/** The language of a code without its country: "es" of "es-419"; undefined for "multi", which is none. */
export function languageName(code: string): string | undefined {
  return code === 'multi' ? undefined : code.split('-')[0];
}
