import type { BatchCall, BatchContactState } from '@tendril/contract/api/batch-calls';
import {
  CalendarClock,
  CircleCheck,
  CirclePause,
  CircleSlash,
  CircleX,
  Clock,
  PhoneMissed,
  PhoneOff,
  Radio,
  Voicemail,
} from 'lucide-react';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip } from '../../kit/ui/status-chip.tsx';

const looks = {
  scheduled: { tone: 'quiet', Icon: CalendarClock },
  running: { tone: 'info', Icon: Radio },
  paused: { tone: 'warning', Icon: CirclePause },
  stopped: { tone: 'quiet', Icon: CircleSlash },
  done: { tone: 'success', Icon: CircleCheck },
} as const;

/** How a batch call stands. */
export function BatchState({ state }: Pick<BatchCall, 'state'>) {
  const t = useTexts(batchCallsTexts);
  return <StatusChip {...looks[state]} label={t(`state_${state}`)} />;
}

const contactLooks = {
  pending: { tone: 'quiet', Icon: Clock },
  calling: { tone: 'info', Icon: Radio },
  answered: { tone: 'success', Icon: CircleCheck },
  no_answer: { tone: 'warning', Icon: PhoneMissed },
  busy: { tone: 'warning', Icon: PhoneMissed },
  voicemail: { tone: 'warning', Icon: Voicemail },
  failed: { tone: 'error', Icon: CircleX },
  do_not_call: { tone: 'quiet', Icon: PhoneOff },
  canceled: { tone: 'quiet', Icon: CircleSlash },
} as const;

/** How a contact stands; what its last try came to, and why it failed. */
export function ContactState({ state, remark }: { state: BatchContactState; remark?: string }) {
  const t = useTexts(batchCallsTexts);
  return <StatusChip {...contactLooks[state]} label={t(`contact_${state}`)} {...(remark && { remark })} />;
}
