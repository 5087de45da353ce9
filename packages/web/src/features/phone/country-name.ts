const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** A country's name: "United States" of US. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
