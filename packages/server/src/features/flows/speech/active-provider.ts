type Settings = Readonly<Record<string, unknown>>;

/** The one provider of several that is enabled. */
export function activeProvider(providers: Settings): { name: string; settings: Settings } | undefined {
  for (const [name, settings] of Object.entries(providers)) {
    if (typeof settings === 'object' && settings !== null && (settings as Settings)['status'] === true)
      return { name, settings: settings as Settings };
  }
  return undefined;
}
