import type { CallEvent } from '@tendril/contract/call-event';
import type { SpokenTurn } from '../responder.ts';

/** What was said in a call and the results of functions, collected from its events. */
export class CallMemory {
  private readonly spoken: SpokenTurn[] = [];
  private readonly asked = new Map<string, string>();

  get turns(): readonly SpokenTurn[] {
    return [...this.spoken];
  }

  note(event: CallEvent): void {
    if (event.type === 'user-turn') this.spoken.push({ speaker: 'caller', text: event.text });
    if (event.type === 'tool-start') this.asked.set(event.toolId, event.arguments);
    if (event.type === 'tool-end') {
      const { toolId, name, result } = event;
      this.spoken.push({
        speaker: 'tool',
        toolId,
        name,
        arguments: this.asked.get(toolId) ?? '{}',
        result,
      });
    }
    if (event.type === 'agent-turn' && event.text !== '') {
      const isCut = event.unsaid !== undefined;
      this.spoken.push({ speaker: 'agent', text: event.text, ...(isCut && { isInterrupted: true }) });
    }
  }
}
