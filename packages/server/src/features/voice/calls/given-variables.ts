// Tabs and line ends are text; every other control character is removed.
const control = /[^\P{Cc}\t\n]/gu;

/** Values as a call takes them: without control characters. */
export function toGivenVariables(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.replace(control, '')]));
}
