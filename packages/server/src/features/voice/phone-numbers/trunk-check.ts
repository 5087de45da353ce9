import type { HealthCheck } from '@tendril/contract/api/phone-number-checks';
import { finding } from './number-checks.ts';

/** How it stands with the trunk of a number in this process. */
export type TrunkState =
  | { kind: 'off' }
  | { kind: 'no-port' }
  | { kind: 'fault'; reason: string }
  | { kind: 'ready'; registration: { kind: string; status?: number | undefined } | undefined };

/** Whether calls to and from a number of a trunk have a way in this process. */
export function checkTrunkLine(state: TrunkState): HealthCheck {
  if (state.kind === 'off') return finding('line', 'unknown', 'sip-off');
  if (state.kind === 'no-port') return finding('line', 'unknown', 'sip-elsewhere');
  if (state.kind === 'fault') return finding('line', 'bad', 'sip-fault', { reason: state.reason });
  const { registration } = state;
  if (!registration) return finding('line', 'good', 'sip-open');
  if (registration.kind === 'registered') return finding('line', 'good', 'sip-registered');
  if (registration.kind === 'waiting') return finding('line', 'unknown', 'sip-waiting');
  return registration.status === undefined
    ? finding('line', 'bad', 'sip-silent')
    : finding('line', 'bad', 'sip-refused', { status: String(registration.status) });
}
