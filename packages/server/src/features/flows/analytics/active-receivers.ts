/** One receiver of a flow's traces, as its settings name it. */
export interface AnalyticReceiver {
  /** The key in `analytic`: `langFuse`, `langSmith` … */
  readonly vendor: string;
  readonly credentialId: string;
  readonly projectName: string;
  readonly opikProjectName: string;
  readonly release: string | undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/** The receivers that are switched on and have a secret; keys of unknown vendors stay in the settings and do nothing. */
export function activeReceivers(
  analytic: Readonly<Record<string, unknown>>,
  isKnown: (vendor: string) => boolean,
): AnalyticReceiver[] {
  return Object.entries(analytic).flatMap(([vendor, value]) => {
    const settings = (value ?? {}) as Readonly<Record<string, unknown>>;
    const credentialId = text(settings['credentialId']);
    // Clients of the API store the switch as a text too.
    const isOn = settings['status'] === true || settings['status'] === 'true';
    if (!isOn || credentialId === '' || !isKnown(vendor)) return [];
    return [
      {
        vendor,
        credentialId,
        projectName: text(settings['projectName']),
        opikProjectName: text(settings['opikProjectName']),
        release: text(settings['release']) || undefined,
      },
    ];
  });
}
