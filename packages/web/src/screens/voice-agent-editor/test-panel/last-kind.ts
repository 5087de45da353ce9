export type TestKind = 'audio' | 'text';

const key = 'voiceTestKind';

/** The kind of test that was chosen last; spoken at first. */
export function readLastKind(): TestKind {
  return localStorage.getItem(key) === 'text' ? 'text' : 'audio';
}

export function keepLastKind(kind: TestKind): void {
  localStorage.setItem(key, kind);
}
