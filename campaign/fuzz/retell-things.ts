const retell = '/api/retell';

type Create = (url: string, payload: object) => Promise<Record<string, unknown>>;

/** A chat, a conversation flow and tests, as clients of Retell make them. Returns the ids. */
export async function makeRetellThings(create: Create, llmId: string): Promise<Record<string, unknown>> {
  const engine = { type: 'retell-llm', llm_id: llmId };
  const agent = await create(`${retell}/create-chat-agent`, { agent_name: 'Desk', response_engine: engine });
  const chat = await create(`${retell}/create-chat`, { agent_id: agent['agent_id'] });
  const nodes = [
    {
      id: 'hello',
      type: 'conversation',
      instruction: { type: 'prompt', text: 'Greet {{name}}.' },
      edges: [],
    },
  ];
  const flow = await create(`${retell}/create-conversation-flow`, {
    global_prompt: 'You sell lamps.',
    model_choice: { type: 'cascading', model: 'gpt-4.1' },
    start_node_id: 'hello',
    nodes,
  });
  const component = await create(`${retell}/create-conversation-flow-component`, { name: 'Goodbye', nodes });
  const testCase = await create(`${retell}/create-test-case-definition`, {
    name: 'A table',
    response_engine: engine,
    user_prompt: 'You want a table for two.',
    metrics: ['The agent offers a table.'],
  });
  const testCaseId = testCase['test_case_definition_id'];
  const batch = await create(`${retell}/create-batch-test`, {
    response_engine: engine,
    test_case_definition_ids: [testCaseId],
  });
  return {
    chatAgent: agent['agent_id'],
    chat: chat['chat_id'],
    conversationFlow: flow['conversation_flow_id'],
    component: component['conversation_flow_component_id'],
    testCase: testCaseId,
    testBatch: batch['test_case_batch_job_id'],
  };
}
