type Platform = 'macos' | 'ios' | 'windows' | 'android' | 'linux';

// Android agents say Linux too, and those of iPhones say Mac: the order matters.
const signs: readonly [RegExp, Platform][] = [
  [/iphone|ipad|ipod/i, 'ios'],
  [/windows/i, 'windows'],
  [/android/i, 'android'],
  [/mac/i, 'macos'],
  [/linux/i, 'linux'],
];

/** The platform a user agent names, or null for one we do not know. */
export function platformOf(userAgent: string): Platform | null {
  return signs.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
}
