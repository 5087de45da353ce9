import type { RetellCall } from './to-retell-call.ts';

/** A made-up call for testing an address, with every part that a receiver may look at. */
export function madeUpCall(agentId: string, now: number): RetellCall {
  const spoken = (role: 'agent' | 'user', content: string) => ({ role, content, words: [] });
  const lines = [spoken('agent', 'Hello, this is a test.'), spoken('user', 'Hello, I can hear you.')];
  return {
    test: true,
    call_id: 'call_test',
    call_type: 'web_call',
    agent_id: agentId,
    agent_version: 0,
    call_status: 'ended',
    metadata: {},
    retell_llm_dynamic_variables: {},
    collected_dynamic_variables: {},
    start_timestamp: now - 8000,
    end_timestamp: now,
    duration_ms: 8000,
    disconnection_reason: 'user_hangup',
    transcript: 'Agent: Hello, this is a test.\nUser: Hello, I can hear you.',
    transcript_object: lines,
    transcript_with_tool_calls: lines,
  };
}
