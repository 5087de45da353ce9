import type { TranscriptLine } from '@tendril/contract/api/calls';
import type { RetellChat, RetellMessage } from '@tendril/contract/api/retell-chats';
import type { FoundCall } from '../../voice/calls/public.ts';

const speakers = { agent: 'Agent', user: 'User', transfer_target: 'Transfer Target', tool: 'Tool' } as const;
const centsPerDollar = 100;

/** A typed call in the shape of Retell's chats. */
export function toRetellChat({ call, isPrivate }: FoundCall): RetellChat {
  const spoken = call.transcript.filter(({ role }) => role !== 'tool');
  return {
    chat_id: call.id,
    agent_id: call.agentId,
    version: call.agentVersion,
    chat_status: statusOf(call.status),
    chat_type: 'api_chat',
    metadata: call.metadata,
    ...(call.startedAt !== null && { start_timestamp: call.startedAt }),
    ...(call.endedAt !== null && {
      end_timestamp: call.endedAt,
      chat_cost: { combined_cost: call.costUsd * centsPerDollar, product_costs: [] },
    }),
    ...(!isPrivate && {
      retell_llm_dynamic_variables: call.variables,
      collected_dynamic_variables: call.collectedVariables,
      transcript: spoken.map(({ role, content }) => `${speakers[role]}: ${content}`).join('\n'),
      message_with_tool_calls: toRetellMessages(call.transcript, call.startedAt ?? call.createdAt, 0),
    }),
    ...(call.analysis && {
      chat_analysis: {
        chat_summary: isPrivate ? '' : call.analysis.callSummary,
        chat_successful: call.analysis.callSuccessful,
        user_sentiment: call.analysis.userSentiment,
        custom_analysis_data: isPrivate ? {} : call.analysis.customAnalysisData,
      },
    }),
  };
}

/** Lines as messages; `first` is the place of the first one in its chat. */
export function toRetellMessages(
  lines: readonly TranscriptLine[],
  startedAt: number,
  first: number,
): RetellMessage[] {
  return lines.flatMap((line, index): RetellMessage[] => {
    const id = `message_${first + index}`;
    const at = { created_timestamp: startedAt + line.offsetMs };
    const { tool } = line;
    if (!tool) return [{ ...at, message_id: id, role: line.role, content: line.content }];
    return [
      {
        ...at,
        message_id: `${id}_call`,
        role: 'tool_call_invocation',
        tool_call_id: tool.id,
        name: tool.name,
        arguments: tool.arguments,
      },
      {
        ...at,
        message_id: `${id}_result`,
        role: 'tool_call_result',
        tool_call_id: tool.id,
        content: tool.result,
        successful: tool.isOk,
      },
    ];
  });
}

function statusOf(status: FoundCall['call']['status']): RetellChat['chat_status'] {
  if (status === 'ended') return status;
  return status === 'error' || status === 'not_connected' ? 'error' : 'ongoing';
}
