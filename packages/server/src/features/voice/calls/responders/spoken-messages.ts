import type { SpokenMessage } from '@tendril/catalogue/voice/converse';
import { stageDirections } from '@tendril/contract/voice/stage-directions';
import type { ReplyRequest } from '@tendril/voice/responder';

const callBegan = '(The call has just begun.)';

/** The conversation so far as a model gets it; it begins with the caller's side, as every vendor requires. */
export function spokenMessages({ turns, cause }: Pick<ReplyRequest, 'turns' | 'cause'>): SpokenMessage[] {
  const messages: SpokenMessage[] = turns.map((turn): SpokenMessage => {
    if (turn.speaker !== 'tool')
      return { role: turn.speaker === 'caller' ? 'user' : 'assistant', text: turn.text };
    const { toolId, name, arguments: given, result } = turn;
    return { role: 'tool', toolId, name, arguments: given, result };
  });
  if (cause !== 'answer') messages.push({ role: 'user', text: stageDirections[cause] });
  const said = messages.filter((message) => message.role !== 'assistant' || message.text !== '');
  if (said[0]?.role !== 'user') said.unshift({ role: 'user', text: callBegan });
  return said;
}
