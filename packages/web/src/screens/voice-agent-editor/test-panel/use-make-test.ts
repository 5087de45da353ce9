import { useQueryClient } from '@tanstack/react-query';
import { createSimulation } from '@tendril/contract/api/simulations';
import type { CallEntry } from '../../../features/voice/call-view.ts';
import { call } from '../../../kit/api/call.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { say } from '../../../kit/texts/texts.ts';

const mostLines = 50;

/** Keeps what the caller said up to a line as a test case of the agent. */
export function useMakeTest(agentId: string): (entries: readonly CallEntry[], upTo: CallEntry) => void {
  const client = useQueryClient();
  return (entries, upTo) => {
    const said = entries.slice(0, entries.indexOf(upTo) + 1);
    const lines = said.flatMap((entry) => (entry.kind === 'caller' ? [entry.text] : [])).slice(-mostLines);
    const name = say(voiceCallTexts, 'madeName', { when: new Date().toLocaleString() });
    const body = {
      name,
      caller: { type: 'script' as const, lines },
      variables: {},
      toolMocks: [],
      checks: [],
      maxTurns: Math.min(100, lines.length + 2),
    };
    call(createSimulation, { params: { id: agentId }, body }).then(
      async () => {
        notify(say(voiceCallTexts, 'madeTest', { name }), 'success');
        await client.invalidateQueries({ queryKey: ['simulations', agentId] });
      },
      (error: unknown) => notifyError(error),
    );
  };
}
