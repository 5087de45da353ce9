import type { BackfillName } from '@tendril/contract/api/system';
import { systemTexts } from '../../kit/texts/en/system.ts';
import { say } from '../../kit/texts/texts.ts';

const names = {
  'event-partitions': 'backfillEventPartitions',
  'event-bytes': 'backfillEventBytes',
} as const satisfies Record<BackfillName, string>;

/** What a backfill does, in words; its name where there are none. */
export function backfillWords(name: string): string {
  return Object.hasOwn(names, name) ? say(systemTexts, names[name as keyof typeof names]) : name;
}
