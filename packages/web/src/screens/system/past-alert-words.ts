import { type AlertKind, alertKinds, type PastAlert } from '@tendril/contract/api/system';
import { systemTexts } from '../../kit/texts/en/system.ts';
import { say } from '../../kit/texts/texts.ts';

const isKnown = (kind: string): kind is AlertKind => alertKinds.some((known) => known === kind);

/** What an alert was about; the name of its kind where there are no words, as for one of a newer version. */
export function pastAlertWords({ kind, process }: Pick<PastAlert, 'kind' | 'process'>): string {
  return isKnown(kind) ? say(systemTexts, `past_${kind}`, { process: process ?? '' }) : kind;
}
