import type { RetellAgentBody } from '@tendril/contract/api/retell-agents';
import { type AgentBrain, agentBrain } from '@tendril/contract/voice/voice-agent';
import type { Reading } from './reading.ts';

/** Who answers, by Retell's `response_engine`: its conversation flow is a flow here. */
export function readRetellEngine(
  engine: RetellAgentBody['response_engine'],
  { refuse }: Reading,
): { brain?: AgentBrain | undefined; llmId?: string | undefined } {
  switch (engine?.type) {
    case undefined:
      return {};
    case 'retell-llm':
      return { brain: { type: 'prompt' }, llmId: engine.llm_id };
    case 'conversation-flow':
      return { brain: { type: 'flow', flowId: engine.conversation_flow_id, versionId: null } };
    case 'custom-llm': {
      const brain = agentBrain.safeParse({ type: 'custom-llm', url: engine.llm_websocket_url });
      if (brain.success) return { brain: brain.data };
      refuse('response_engine.llm_websocket_url', 'must be an address that begins with ws:// or wss://');
      return {};
    }
  }
}
